import {
  cacheShares,
  dividedAmong,
  keptHits,
  LECTERN_CACHING,
  originRates,
  ratesOf,
  requestsPerSecond as rateOf,
  type CacheShares,
} from './hit-ratios.ts';
import { answerWork, peakMemory, processMemory, rebuildOf, type AnswerWork, type Thing } from './model.ts';
import { ANSWER_MEMORY, type Parameters } from './parameters.ts';
import { POLL_EVERY, questionKind } from './predictions.ts';
import { zipf } from './zipf.ts';

/** What people ask for, and of how many things. */
export interface Demand {
  readonly talks: number;
  readonly requestsPerSecond: number;
  /** Different questions that are asked, with Zipf's exponent. */
  readonly questions: number;
  readonly exponent: number;
  /** Shares of the requests; together 1. */
  readonly mix: Readonly<Record<Thing, number>>;
  /** Seconds between two versions, and the talks that each changes. */
  readonly versionEvery: number;
  readonly changed: number;
  /** Whether there is an HTTP cache in front. */
  readonly cache: boolean;
}

/** What a machine gives. */
export interface Machine {
  readonly cores: number;
  readonly memory: number;
  /** Share of its cores that may be busy with answers, so that queues stay short. */
  readonly utilisation: number;
}

export interface Plan {
  /** Shares of all requests; undefined without a cache. */
  readonly cache: CacheShares | undefined;
  /** Requests a second that reach Lectern. */
  readonly origin: number;
  /** Share of those that are answered from what a process keeps whole. */
  readonly kept: number;
  /** Seconds of processor time of one of them, in the mean. */
  readonly work: number;
  /** Cores that answer, and share of a core that each process spends on versions besides. */
  readonly answering: number;
  readonly rebuilding: number;
  /** Machines, one of which may fail, and processes on each. */
  readonly machines: number;
  readonly workers: number;
  /** Bytes of a machine: in the steady state, and while all processes take over a version. */
  readonly memory: number;
  readonly peak: number;
  /** Seconds from a commit until the last process answers from it, at worst. */
  readonly live: number;
  /** Of the database: connections, queries a second, and rows a second that it sends for new versions. */
  readonly connections: number;
  readonly queries: number;
  readonly rows: number;
}

/**
 * Connections of a process to PostgreSQL, at most: four that read what is not in memory, one that looks for versions,
 * one that listens, and one that reads what changed. At rest there are three.
 */
const CONNECTIONS = 7;
/** Share of a machine's memory that Lectern may have. */
const USABLE = 0.8;
const TURNS = 20;

/** How many processes and machines a demand takes. Each process keeps answers of its own, so their number is found in turns. */
export function plan(parameters: Parameters, demand: Demand, machine: Machine): Plan {
  const peak = peakMemory(parameters, demand.talks);
  const fitting = Math.floor((machine.memory * USABLE) / peak);
  const most = Math.max(1, Math.min(machine.cores, fitting));
  const rebuilding = rebuildOf(parameters, demand.talks, demand.changed) / demand.versionEvery;
  let processes = 1;
  for (let i = 0; i < TURNS; i += 1) {
    const { origin, work } = answering(parameters, demand, processes);
    const needed = Math.ceil((origin * work) / machine.utilisation / Math.max(0.01, 1 - rebuilding));
    if (needed <= processes) break;
    processes = needed;
  }
  const machines = Math.ceil(processes / most) + 1;
  // As many on each as are needed with one machine less, and two where there is room: one is replaced while one serves.
  const workers = Math.min(most, Math.max(2, Math.ceil(processes / (machines - 1))));
  return described(parameters, demand, { machines, workers });
}

/** What a number of machines and processes on each comes to. */
export function described(
  parameters: Parameters,
  demand: Demand,
  { machines, workers }: { readonly machines: number; readonly workers: number },
): Plan {
  const { talks, changed, versionEvery } = demand;
  const processes = machines * workers;
  const found = answering(parameters, demand, processes);
  const rebuild = rebuildOf(parameters, talks, changed);
  return {
    ...found,
    ...{ machines, workers },
    answering: found.origin * found.work,
    rebuilding: rebuild / versionEvery,
    memory: workers * processMemory(parameters, talks),
    peak: workers * peakMemory(parameters, talks),
    live: POLL_EVERY + rebuild,
    connections: processes * CONNECTIONS,
    queries: processes / POLL_EVERY + Math.min(found.origin, (processes * changed) / versionEvery),
    rows: (processes * changed) / versionEvery,
  };
}

/** What reaches so many processes, and what it costs them. */
function answering(
  parameters: Parameters,
  demand: Demand,
  processes: number,
): Pick<Plan, 'cache' | 'origin' | 'kept' | 'work'> {
  const rates = ratesOf(zipf(demand.questions, demand.exponent), demand.requestsPerSecond);
  const cache = demand.cache ? cacheShares(rates, LECTERN_CACHING) : undefined;
  const reaching = demand.cache ? originRates(rates, LECTERN_CACHING.fresh) : rates;
  const { size } = questionKind(parameters, 'searchGzip', demand.talks);
  const keeping = { answers: ANSWER_MEMORY / size, emptiedEvery: demand.versionEvery };
  // What a cache asks again is told that it still holds, or is new: it comes too seldom to be kept.
  const kept = demand.cache ? 0 : keptHits(dividedAmong(rates, processes), keeping);
  // A cache that has an answer asks whether it still holds, and is told so without compressing anything.
  const known = cache === undefined ? 0 : 1 - cache.waited / cache.asked;
  const cost = ({ made, kept: again, known: asked }: AnswerWork): number =>
    kept * total(again) + (1 - kept) * (known * total(asked) + (1 - known) * total(made));
  const things: readonly Thing[] = ['search', 'talk', 'series'];
  const work = things.reduce(
    (sum, thing) => sum + demand.mix[thing] * cost(answerWork(parameters, thing, demand.talks)),
    0,
  );
  return { cache, origin: rateOf(reaching), kept, work };
}

function total({ main, other }: { readonly main: number; readonly other: number }): number {
  return main + other;
}
