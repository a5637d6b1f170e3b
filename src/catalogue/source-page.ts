import type { Timestamp } from './timestamp.ts';

/** What the status page of a source shows. The page is public, so there are no addresses or paths in it. */
export interface SourcePage {
  /** IANA zone in which the starts of talks are shown. */
  readonly zone: string;
  /** When its content was last read; null: never. */
  readonly read: Timestamp | null;
  /** What changed then; the first few changes of each kind. */
  readonly news: readonly SourceNews[];
  readonly moreNews: number;
  /** Problems of entries that were left out then, or read in part. */
  readonly problems: readonly SourcePageProblem[];
  readonly moreProblems: number;
  /** What was guessed then, and left out on purpose, in English: `3 × without an end: ends when it starts`. */
  readonly notes: readonly string[];
  /** Why the last attempt failed; empty if it did not. */
  readonly failure: readonly SourcePageProblem[];
}

export interface SourceNews {
  /** `added`, `moved`, `gone` … */
  readonly what: string;
  readonly title: string;
  /** As from `rememberedStart`. */
  readonly start: Timestamp;
}

export interface SourcePageProblem {
  /** From 1; 0 when it is not about a line. */
  readonly line: number;
  /** A column or property; `''` when it is not about one. */
  readonly where: string;
  /** What is wrong, and what to do, in English. */
  readonly text: string;
}
