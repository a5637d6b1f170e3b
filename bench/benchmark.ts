import type { Load } from './harness/load.ts';
import type { Spread } from './harness/statistics.ts';

/** One question about speed or size, in a folder of its own. */
export interface Benchmark {
  readonly name: string;
  /** One sentence. */
  readonly question: string;
  readonly run: (bench: Bench) => Promise<void>;
}

/** What a benchmark is run with. */
export interface Bench {
  /** How many talks the catalogues have, in the order asked for. */
  readonly sizes: readonly number[];
  readonly load: Load;
  /** Rounds of each side. */
  readonly rounds: number;
  /** Whether the functions that take most time are wanted too. */
  readonly profile: boolean;
  /** The folder of another checkout, built. */
  readonly against: string | undefined;
  /** Shows a figure and keeps it. */
  readonly report: (figure: Figure) => void;
}

/** One line of the results. */
export interface Figure {
  /** What was measured. */
  readonly what: string;
  readonly talks: number;
  /** In this unit; 'ratio' for floor / Lectern, or for one Lectern against another. */
  readonly unit: string;
  readonly value: number;
  readonly spread?: Spread;
  /** What is to be reached, and whether less or more is better. */
  readonly target?: { readonly at: number; readonly better: 'more' | 'less' };
  /** What else is worth knowing: named numbers and words. */
  readonly details?: Readonly<Record<string, unknown>>;
}
