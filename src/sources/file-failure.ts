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
