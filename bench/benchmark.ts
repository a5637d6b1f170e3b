import type { Load } from './harness/load.ts';
import type { Spread } from './harness/statistics.ts';

/** A benchmark: one question about speed or size, in a folder of its own. */
export interface Benchmark {
  readonly name: string;
  /** One sentence. */
  readonly question: string;
  readonly run: (bench: Bench) => Promise<void>;
}

/** The options and tools of a benchmark run. */
export interface Bench {
  /** Numbers of talks of the catalogues, in the order given. */
  readonly sizes: readonly number[];
  readonly load: Load;
  /** Rounds of each side. */
  readonly rounds: number;
  /** Whether to list the functions that take most time. */
  readonly profile: boolean;
  /** The folder of another, built checkout to compare with. */
  readonly against: string | undefined;
  /** Prints a figure and adds it to the results. */
  readonly report: (figure: Figure) => void;
}

/** What is to be reached, and whether more or less is better. */
interface Target {
  readonly at: number;
  readonly better: 'more' | 'less';
}

/** @param at undefined: there is no target */
export function atLeast(at: number | undefined): Target | undefined {
  return at === undefined ? undefined : { at, better: 'more' };
}

/** @param at undefined: there is no target */
export function atMost(at: number | undefined): Target | undefined {
  return at === undefined ? undefined : { at, better: 'less' };
}

/** One line of the results. */
export interface Figure {
  /** What was measured. */
  readonly what: string;
  readonly talks: number;
  /** Unit of `value`; 'ratio' for baseline / Lectern, or for one Lectern against another. */
  readonly unit: string;
  readonly value: number | Spread;
  readonly target?: Target | undefined;
  /** Further numbers and texts, by name. */
  readonly details?: Readonly<Record<string, unknown>>;
}
