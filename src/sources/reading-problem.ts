import { codeOf } from '#catalogue/error-code.ts';
import type { LocatedProblem, Problem } from '#catalogue/problem.ts';

/** Thrown while reading chunks, with a message for the operator: too large, too slow, refused. */
export class ReadingFailure extends Error {
  override readonly name = 'ReadingFailure';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.what);
    this.problem = problem;
  }
}

/** The problem for an operating system or zlib error or a ReadingFailure; anything else is a bug and rethrown. */
export function readingProblem(error: unknown, file: string, line: number): LocatedProblem {
  if (error instanceof ReadingFailure) return { ...error.problem, file, line: 0 };
  const code = codeOf(error);
  if (code === undefined) throw error;
  const wrong = READING_PROBLEMS[code] ?? {
    what: `The file cannot be read (${code}).`,
    hint: 'Try again, or give another file.',
  };
  const isDamage = code.startsWith('Z_');
  return { code: isDamage ? 'damaged-gzip' : 'unreadable-file', where: '', file, line: isDamage ? line : 0, ...wrong };
}

const CUT_SHORT = { what: 'The gzip file is truncated.', hint: 'Copy or download it again completely.' };
const DAMAGED = { what: 'The gzip file is damaged.', hint: 'Copy or download it again.' };

const READING_PROBLEMS: Readonly<Partial<Record<string, { readonly what: string; readonly hint: string }>>> = {
  ENOENT: { what: 'File not found.', hint: 'Check the path.' },
  EISDIR: { what: 'This is a folder, not a file.', hint: 'Name the files in it.' },
  EACCES: { what: 'Permission denied.', hint: 'Give the user who runs the import read access.' },
  Z_BUF_ERROR: CUT_SHORT,
  Z_DATA_ERROR: DAMAGED,
};
