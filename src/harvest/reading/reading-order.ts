import type { LocatedProblem } from '#catalogue/problem.ts';
import type { Input } from '#sources/file-input.ts';

/** Sorts problems by input and line. */
export function inReadingOrder(
  problems: readonly LocatedProblem[],
  inputs: readonly Input[],
): readonly LocatedProblem[] {
  const order = new Map(inputs.map(({ name }, index) => [name, index]));
  const fileOf = ({ file }: LocatedProblem) => order.get(file) ?? inputs.length;
  return [...problems].sort((a, b) => fileOf(a) - fileOf(b) || a.line - b.line);
}
