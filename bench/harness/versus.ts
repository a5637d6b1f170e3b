import type { Load, Outcome, Plan } from './load.ts';
import type { MeasuredProcess } from './measured-process.ts';
import { median, quantile, spread, type Spread } from './statistics.ts';

export interface Side {
  readonly server: MeasuredProcess;
  readonly plan: Plan;
  /** Requests for the warm-up; default: the start of `plan`. */
  readonly warmup?: Plan | undefined;
}

interface VersusOptions {
  readonly rounds: number;
  /** Number of requests to each side per round. */
  readonly amount: number;
  /** Number of requests to each side before the first round. */
  readonly warmup: number;
}

interface SideFigures {
  readonly name: string;
  /** Processor time per request, in microseconds, across the rounds. */
  readonly cpu: Spread;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Mean size of a body, in bytes. */
  readonly meanBytes: number;
}

/** Two servers under the same load, alternately. Each ratio divides the first side by the second in the same round. */
export interface Versus {
  readonly first: SideFigures;
  readonly second: SideFigures;
  readonly cpuRatio: Spread;
  readonly p50Ratio: number;
  readonly p99Ratio: number;
}

interface Round {
  /** Processor time per request, in microseconds. */
  readonly cpu: number;
  readonly outcome: Outcome;
}

/**
 * Measures many short rounds in alternating order (A B, B A), so that other load on the machine affects both sides
 * equally.
 * @throws Error if a response is not 200
 */
export async function versus(load: Load, a: Side, b: Side, options: VersusOptions): Promise<Versus> {
  const rounds = { a: [] as Round[], b: [] as Round[] };
  for (const side of [a, b]) await warm(load, { ...side, plan: side.warmup ?? side.plan }, options.warmup);
  for (let i = 0; i < options.rounds; i += 1) {
    if (i % 2 === 0) rounds.a.push(await round(load, a, options.amount));
    rounds.b.push(await round(load, b, options.amount));
    if (i % 2 === 1) rounds.a.push(await round(load, a, options.amount));
  }
  const ratios = (of: (round: Round) => number): number[] =>
    rounds.a.map((first, i) => {
      const second = rounds.b[i];
      return second === undefined ? NaN : of(first) / of(second);
    });
  return {
    first: figures(a, rounds.a),
    second: figures(b, rounds.b),
    cpuRatio: spread(ratios(({ cpu }) => cpu)),
    p50Ratio: median(ratios(({ outcome }) => median(outcome.milliseconds))),
    p99Ratio: median(ratios(({ outcome }) => quantile(outcome.milliseconds, 0.99))),
  };
}

/** Sends requests without measuring them. */
export async function warm(load: Load, { server, plan }: Side, amount: number): Promise<void> {
  if (amount > 0) demandSuccess(server, await load.run(server.port, plan, amount));
}

/**
 * Sends the next `amount` requests of the plan.
 * @throws Error if a response is not 200
 */
export async function round(load: Load, { server, plan }: Side, amount: number): Promise<Round> {
  const before = await server.cpu();
  const outcome = await load.run(server.port, plan, amount);
  const after = await server.cpu();
  demandSuccess(server, outcome);
  return { cpu: (after - before) / amount, outcome };
}

function demandSuccess(server: MeasuredProcess, { failed, milliseconds }: Outcome): void {
  if (failed > 0)
    throw new Error(`${server.name}: ${String(failed)} of ${String(milliseconds.length)} responses were not 200`);
}

function figures({ server }: Side, rounds: readonly Round[]): SideFigures {
  const bytes = rounds.reduce((sum, { outcome }) => sum + outcome.bytes, 0);
  const answers = rounds.reduce((sum, { outcome }) => sum + outcome.milliseconds.length, 0);
  return {
    name: server.name,
    cpu: spread(rounds.map(({ cpu }) => cpu)),
    p50: median(rounds.map(({ outcome }) => median(outcome.milliseconds))),
    p99: median(rounds.map(({ outcome }) => quantile(outcome.milliseconds, 0.99))),
    meanBytes: bytes / answers,
  };
}
