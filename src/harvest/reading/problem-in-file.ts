import type { LocatedProblem } from '#catalogue/problem.ts';
import type { SourceProblem } from '#sources/source-format.ts';

/** Adds the file name to a problem, and the key of the entry unless the text has it. */
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
