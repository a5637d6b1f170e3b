import type { SourceBatch, SourceProblem } from '../source-format.ts';
import { cellName } from './cell-name.ts';

/** A batch whose problems name cells, `Talks!C14 (Date)`, in place of lines and headers. */
export function withCells(batch: SourceBatch, sheet: string, headers: readonly string[]): SourceBatch {
  const { problems, failure } = batch;
  if (problems === undefined && failure === undefined) return batch;
  const placed = (problem: SourceProblem): SourceProblem => ({
    ...problem,
    ...place(problem, sheet, headers),
    line: 0,
  });
  return {
    ...batch,
    ...(problems === undefined ? {} : { problems: problems.map(placed) }),
    ...(failure === undefined ? {} : { failure: placed(failure) }),
  };
}

function place({ where, line }: SourceProblem, sheet: string, headers: readonly string[]): { readonly where: string } {
  if (line === 0) return { where };
  const [first = ''] = where.split(/[+|]/);
  const column = [where, first].map((name) => headers.indexOf(name)).find((index) => index !== -1 && where !== '');
  return { where: `${cellName(sheet, line, column)}${where === '' ? '' : ` (${where})`}` };
}
