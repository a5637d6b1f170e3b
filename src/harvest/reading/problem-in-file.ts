import type { LocatedProblem } from '#catalogue/problem.ts';
import type { SourceProblem } from '#sources/source-format.ts';

/** The problem with the name of its file, and of its entry unless it says that already. */
export function inFile({ code, where, what, hint, line, key }: SourceProblem, file: string): LocatedProblem {
  return {
    code,
    where,
    what: key === undefined || what.includes(key) ? what : `${what} (In ${key}.)`,
    hint,
    file,
    line,
  };
}
