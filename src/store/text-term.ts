import type { MentionedType } from './entity-type.ts';

/** Words that follow each other in a title, a description or a name. */
export interface TextTerm {
  /** At least one; as `wordsOf` gives them, none as long as LONGEST_KEPT. */
  readonly words: readonly string[];
  /** Whether the last of them may be the beginning of a longer word. */
  readonly isBeginning: boolean;
}

/** Where a term stands. */
export interface TermMatches {
  /** Talks that have it in their title. */
  readonly title: Matches;
  /** Talks that have it in their title or description. */
  readonly text: Matches;
  /** What is called by it: by its name, label or title. */
  readonly names: Readonly<Record<MentionedType, Matches>>;
}

/** Numbers, ascending. */
export interface Matches {
  /** Where its words stand as they are. */
  readonly whole: Uint32Array;
  /** Where they stand as they are or the last begins a longer one, if it may; else the same as `whole`. */
  readonly begun: Uint32Array;
}
