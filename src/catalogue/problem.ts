/**
 * Something wrong with input, for the person who can fix it. Expected bad input is returned as problems, all of them at
 * once; anything else throws and is a bug.
 */
export interface Problem {
  /** A stable code for the kind of problem, e.g. `bad-timestamp`. */
  readonly code: string;
  /** A field of a record (`start`, `speakers[2]`) or a parameter of a request (`from`); `''` for the whole. */
  readonly where: string;
  /** What is wrong, with the value found. */
  readonly what: string;
  /** How to fix it. */
  readonly hint: string;
}

/** A problem with a file or record. */
export interface LocatedProblem extends Problem {
  readonly file: string;
  /** From 1; 0 for the whole file. */
  readonly line: number;
}

/** A value, or everything that is wrong with the input. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };
