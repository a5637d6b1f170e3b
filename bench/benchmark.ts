import type { Load } from './harness/load.ts';
import type { Spread } from './harness/statistics.ts';

/** A benchmark answers one question about speed or size. Each has its own folder. */
export interface Benchmark {
  readonly name: string;
  /** One sentence. */
  readonly question: string;
  readonly run: (bench: Bench) => Promise<void>;
}

/** The options and tools of a benchmark run. */
export interface Bench {
  /** Numbers of talks in the catalogues, in the order given. */
  readonly sizes: readonly number[];
  readonly load: Load;
  /** Number of rounds per side. */
  readonly rounds: number;
  /** Whether to list the functions that take the most time. */
  readonly profile: boolean;
  /** The folder of another checkout to compare with, which has been built. */
  readonly against: string | undefined;
  /** Prints a figure and adds it to the results. */
  readonly report: (figure: Figure) => void;
}

/** A target value, and whether higher or lower values are better. */
interface Target {
  readonly at: number;
  readonly better: 'more' | 'less';
}

/** @param at undefined for no target */
export function atLeast(at: number | undefined): Target | undefined {
  return at === undefined ? undefined : { at, better: 'more' };
}

/** @param at undefined for no target */
export function atMost(at: number | undefined): Target | undefined {
  return at === undefined ? undefined : { at, better: 'less' };
}

/** A row of the results. */
export interface Figure {
  /** What was measured. */
  readonly what: string;
  readonly talks: number;
  /** Unit of `value`; 'ratio' for baseline / Lectern or for one Lectern against another. */
  readonly unit: string;
  readonly value: number | Spread;
  readonly target?: Target | undefined;
  /** Additional numbers and texts, by name. */
  readonly details?: Readonly<Record<string, unknown>>;
}
