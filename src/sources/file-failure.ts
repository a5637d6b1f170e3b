import type { SourceProblem } from './source-format.ts';

/** Thrown inside a reader when the rest of its file cannot be read. */
export class FileFailure extends Error {
  override readonly name = 'FileFailure';
  readonly problem: SourceProblem;

  constructor(problem: SourceProblem) {
    super(problem.what);
    this.problem = problem;
  }
}

/** A failure that is of no line. */
export function fileFailure(code: string, what: string, hint: string, where = ''): FileFailure {
  return new FileFailure({ code, where, what, hint, line: 0 });
}

/** A whole document as values, or why it cannot be parsed. */
export type ParsedDocument = { readonly ok: true; readonly value: unknown } | NotParsed;

export interface NotParsed {
  readonly ok: false;
  readonly failure: SourceProblem;
}

/** @param line 0: none in particular */
export function notParsed(code: string, line: number, what: string, hint: string): NotParsed {
  return { ok: false, failure: { code, where: '', what, hint, line } };
}
