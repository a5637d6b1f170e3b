/**
 * Something wrong with input, said so that the person who gave it can mend it.
 * Expected bad input is returned as problems, all of them at once; anything else throws and is a bug.
 */
export interface Problem {
  /** A stable word for the kind of problem, e.g. `bad-timestamp`. */
  readonly code: string;
  /** Where: a field of a record (`start`, `speakers[2]`) or a parameter of a request (`from`); `''` for the whole. */
  readonly where: string;
  /** What is wrong, naming the value that was found. */
  readonly what: string;
  /** How to put it right. */
  readonly hint: string;
}

/** A problem with a record of a file. */
export interface LocatedProblem extends Problem {
  readonly file: string;
  /** From 1; 0 when it is the file as a whole. */
  readonly line: number;
}

/** Either a value, or everything that is wrong with what was given. */
export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly Problem[] };
