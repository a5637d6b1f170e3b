import { CONNECTIONS } from './client.ts';
import { keptHits, dividedAmong, ratesOf } from './hit-ratios.ts';
import { KINDS, ofEachKind, ZIPF, zipfRanks, type KindId } from './kinds.ts';
import type { Measurement } from './measurements.ts';
import { fittedOn, ANSWER_MEMORY, type Parameters } from './parameters.ts';
import { clientWork, drawn, inTurn, measuredSetUp, newsOf, questionKind } from './predictions.ts';
import { indexOf, pauseOf, serviceMemory, startOf } from './model.ts';
import { indexBytes } from './parameters.ts';
import { simulate } from './simulation.ts';
import { zipf } from './zipf.ts';

/** A figure that was measured and what the model, or the simulation, says that it should have been. */
export interface Checked {
  readonly what: string;
  readonly talks: number;
  readonly workers: number;
  /** Whether the parameters were made from this set-up. */
  readonly fitted: boolean;
  readonly by: 'simulation' | 'formula';
  readonly unit: string;
  readonly measured: number;
  readonly predicted: number;
}

/** Predicted over measured, less 1. */
export function deviation({ measured, predicted }: Checked): number {
  return predicted / measured - 1;
}

/** Everything that was measured against what is predicted, in the order of the measurements. */
export function check(measurements: readonly Measurement[], parameters: Parameters): Checked[] {
  const fitted = fittedOn(measurements);
  return measurements.flatMap((one) => {
    const { talks, workers } = one;
    const rows = [
      ...throughput(one, parameters),
      ...hits(one, parameters),
      ...news(one, parameters),
      ...memory(one, parameters),
    ];
    return rows.map((row) => ({ ...row, talks, workers, fitted: fitted.includes(one) }));
  });
}

export type Row = Omit<Checked, 'talks' | 'workers' | 'fitted'>;

function throughput({ kinds, ...one }: Measurement, parameters: Parameters): Row[] {
  const row = (kind: KindId): Row => {
    const questions = inTurn(kind, questionKind(parameters, kind, one.talks));
    const work = clientWork(parameters, kind, one.talks);
    const { requestsPerSecond } = simulate({
      ...measuredSetUp({ ...one, parameters }),
      clients: { kind: 'closed', connections: CONNECTIONS, work },
      questions,
    });
    const measured = kinds[kind].requestsPerSecond;
    return { what: KINDS[kind], by: 'simulation', unit: 'requests/s', measured, predicted: requestsPerSecond };
  };
  return Object.values(ofEachKind(row));
}

/** How many questions are found among those kept, by the simulation, which draws the same ones, and by the formula. */
function hits(one: Measurement, parameters: Parameters): Row[] {
  const kind = questionKind(parameters, 'searchGzip', one.talks);
  const measured = one.hits.kept;
  const { kept, requestsPerSecond } = simulate({
    ...measuredSetUp({ ...one, parameters }),
    warming: 5,
    seconds: 3,
    clients: { kind: 'closed', connections: CONNECTIONS, work: clientWork(parameters, 'searchAgainGzip', one.talks) },
    questions: drawn(zipfRanks(), kind),
  });
  const rates = dividedAmong(
    ratesOf(zipf(ZIPF.questions, ZIPF.exponent), one.hits.load.requestsPerSecond),
    one.workers,
  );
  const answers = ANSWER_MEMORY / kind.size;
  const throughputRow = { measured: one.hits.load.requestsPerSecond, predicted: requestsPerSecond };
  return [
    { what: 'found among the answers kept whole', by: 'simulation', unit: 'of 1', measured, predicted: kept },
    {
      ...{ what: 'found among the answers kept whole', by: 'formula', unit: 'of 1', measured },
      predicted: keptHits(rates, { answers, emptiedEvery: Infinity }),
    },
    { what: 'some questions more often than others, gzip', by: 'simulation', unit: 'requests/s', ...throughputRow },
  ];
}

/** Versions at times that are nobody's in particular; nobody asks meanwhile but who watches. */
function news({ news: all, ...one }: Measurement, parameters: Parameters): Row[] {
  return all.flatMap(({ changed, live, pause, main, other }) => {
    const costs = newsOf(parameters, one.talks, changed);
    const apart = Math.max(3, 3 * costs.rebuild);
    const at = Array.from({ length: VERSIONS }, (_, i) => i * apart + (i / VERSIONS) * costs.pollEvery);
    const simulated = simulate({
      ...measuredSetUp({ ...one, parameters }),
      seconds: VERSIONS * apart,
      clients: { kind: 'open', rate: 100, evenly: true },
      questions: inTurn('talk', questionKind(parameters, 'talk', one.talks)),
      news: { ...costs, at },
    });
    const what = changed === 1 ? '1 talk changed' : '1 % of the talks changed';
    const slowest = simulated.live.map((workers) => Math.max(...workers));
    return [
      { what: `${what}: commit to live`, by: 'simulation', unit: 's', measured: mean(live), predicted: mean(slowest) },
      {
        ...{ what: `${what}: processor time of a process`, by: 'formula', unit: 's' },
        ...{ measured: main + other, predicted: costs.rebuild + costs.pause },
      },
      {
        ...{ what: `${what}: longest answer`, by: 'formula', unit: 's' },
        ...{ measured: Math.max(...pause), predicted: pauseOf(parameters, one.talks, changed) },
      },
    ];
  });
}

const VERSIONS = 40;

function memory({ memory: measured, start, talks, workers }: Measurement, parameters: Parameters): Row[] {
  const row = (what: string, unit: string, [seen, predicted]: readonly [number, number]): Row => {
    return { what, by: 'formula', unit, measured: seen, predicted };
  };
  const mebibytes = (bytes: number): number => bytes / 2 ** 20;
  return [
    row('the index', 'MiB', [mebibytes(indexBytes(measured.index)), mebibytes(indexOf(parameters, talks))]),
    row('memory after a varied load', 'MiB', [
      mebibytes(measured.afterLoad.total),
      mebibytes(serviceMemory(parameters, talks, workers)),
    ]),
    row('ready after start', 's', [start.saved, startOf(parameters, talks).saved]),
    row('ready after start, the index not made before', 's', [start.made, startOf(parameters, talks).made]),
  ];
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
