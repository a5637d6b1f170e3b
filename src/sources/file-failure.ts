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
