import { LECTERN_CACHING } from './hit-ratios.ts';
import { answerWork, type Thing } from './model.ts';
import type { Parameters } from './parameters.ts';
import { ANSWER_MEMORY, workOf } from './parameters.ts';
import type { Demand, Machine, Plan } from './plan.ts';
import { newsOf, questionKind, SQLITE } from './predictions.ts';
import { simulate, type Simulated } from './simulation.ts';
import { mixed } from './simulation/kept.ts';
import type { Question, QuestionKind } from './simulation/worker.ts';
import { Draw } from './zipf.ts';

/** Of a database elsewhere: there and back, a look at the version, reading what changed; seconds. */
const DATABASE = { ...SQLITE, cores: 4, roundTrip: 0.0005, poll: 0.0001, read: 0.001, row: 0.00001, notifies: 0.002 };
const TALKS_OF: Readonly<Record<Thing, number>> = { search: 20, talk: 1, series: 50 };

/** A plan as it would run: what the formulae say of its means, and the queues that they say nothing of. */
export function simulatePlan(
  parameters: Parameters,
  demand: Demand,
  found: Plan,
  { machine, warming, seconds }: { readonly machine: Machine; readonly warming: number; readonly seconds: number },
): Simulated {
  const { talks, changed } = demand;
  return simulate({
    ...{ seed: 2, seconds, warming, talks },
    ...{ machines: found.machines, cores: machine.cores, workers: found.workers },
    answerMemory: ANSWER_MEMORY,
    render: workOf(parameters.render, talks),
    clients: { kind: 'open', rate: demand.requestsPerSecond, evenly: false },
    questions: asked(parameters, demand),
    cache: demand.cache ? LECTERN_CACHING : undefined,
    database: DATABASE,
    news: { ...newsOf(parameters, talks, changed), at: [0] },
  });
}

function asked(parameters: Parameters, demand: Demand): () => Question {
  const draw = new Draw(demand.questions, demand.exponent, 3);
  const { size } = questionKind(parameters, 'searchGzip', demand.talks);
  const kind = (thing: Thing): QuestionKind => {
    const work = answerWork(parameters, thing, demand.talks);
    return { ...work, talks: TALKS_OF[thing], size, waits: true };
  };
  const kinds = { search: kind('search'), talk: kind('talk'), series: kind('series') };
  return () => {
    const id = draw.next();
    // Which thing a question is about has nothing to do with how often it is asked.
    const share = mixed(id) / 2 ** 32;
    const { search, talk } = demand.mix;
    return { id, kind: share < search ? kinds.search : share < search + talk ? kinds.talk : kinds.series };
  };
}
