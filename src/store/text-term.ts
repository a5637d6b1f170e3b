import type { MentionedType } from './entity-type.ts';

/** A phrase: words that follow each other in a title, a description or a name. */
export interface TextTerm {
  /** At least one word, as from `soughtWords`. */
  readonly words: readonly string[];
  /** Other spellings of the phrase: as many words in each. */
  readonly others?: readonly (readonly string[])[];
  /** Whether the last word may be a prefix of a longer one. */
  readonly isBeginning: boolean;
}

/** The records that match a term. */
export interface TermMatches {
  /** Talks with the term in their title. */
  readonly title: Matches;
  /** Talks with the term in their title or description. */
  readonly text: Matches;
  /** Records with the term in their name, label or title. */
  readonly names: Readonly<Record<MentionedType, Matches>>;
}

/** Record numbers, ascending. */
export interface Matches {
  /** Matches of the exact words. */
  readonly whole: Uint32Array;
  /** These, and matches in which the last word is a prefix, if it may be one; else the same as `whole`. */
  readonly begun: Uint32Array;
}
