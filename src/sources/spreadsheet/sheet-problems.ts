import type { SourceBatch, SourceProblem } from '../source-format.ts';
import type { TalkSheet } from '../source-talk.ts';
import { cellName } from './cell-name.ts';

/** Makes problems name cells, `Talks!C14 (Date)`, instead of lines and headers, and sets the sheet of the talks. */
export function withCells(batch: SourceBatch, sheet: TalkSheet): SourceBatch {
  const { talks, problems, failure } = batch;
  const placed = (problem: SourceProblem): SourceProblem => inSheet(problem, sheet);
  return {
    ...batch,
    talks: talks.map((talk) => ({ ...talk, sheet })),
    ...(problems === undefined ? {} : { problems: problems.map(placed) }),
    ...(failure === undefined ? {} : { failure: placed(failure) }),
  };
}

interface Placed {
  readonly where: string;
  readonly line: number;
}

/** The problem, placed at a cell or row of the sheet if there is a sheet. */
export function inSheet<P extends Placed>(problem: P, sheet: TalkSheet | undefined): P {
  const { where, line } = problem;
  if (sheet === undefined || line === 0) return problem;
  const { name, headers } = sheet;
  const [first = ''] = where.split(/[+|]/);
  const column = [where, first].map((header) => headers.indexOf(header)).find((at) => at !== -1 && where !== '');
  return { ...problem, where: `${cellName(name, line, column)}${where === '' ? '' : ` (${where})`}`, line: 0 };
}
