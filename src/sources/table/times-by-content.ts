import type { SourceProblem } from '../source-format.ts';
import { withQuarter } from './loose-date.ts';
import { shownHeaders, textOfCell } from './table-mapping.ts';
import type { TableMapping, TableRow } from './table-mapping.ts';
import { writtenDate, writtenTime } from './written-date.ts';

/** Rows whose cells are examined. */
const EXAMINED = 50;

/** The first rows of a table, and all rows. */
export async function peekedRows(
  rows: AsyncIterable<TableRow> | Iterable<TableRow>,
): Promise<{ readonly first: readonly TableRow[]; readonly all: AsyncGenerator<TableRow> }> {
  const source = streamed(rows);
  const first: TableRow[] = [];
  let failure: { readonly error: unknown } | undefined;
  try {
    while (first.length < EXAMINED) {
      const next = await source.next();
      if (next.done === true) break;
      first.push(next.value);
    }
  } catch (error) {
    // Reported where the rows are read.
    failure = { error };
  }
  async function* all(): AsyncGenerator<TableRow> {
    yield* first;
    if (failure !== undefined) throw failure.error;
    yield* source;
  }
  return { first, all: all() };
}

async function* streamed(rows: AsyncIterable<TableRow> | Iterable<TableRow>): AsyncGenerator<TableRow, void, void> {
  yield* rows;
}

/**
 * The mapping of a table whose dates have no times, with unknown columns of times of day as the time and the end: talks
 * that have times are never all day. A problem if there are too many such columns.
 */
export function withTimesByContent(
  mapping: TableMapping,
  rows: readonly TableRow[],
  line: number,
): TableMapping | SourceProblem {
  if (mapping.has('time') || hasTimes(mapping, rows)) return mapping;
  const columns = mapping.unusedColumns.filter((column) => isOfTimes(rows.map(({ cells }) => cells[column] ?? '')));
  const [time, end, more] = columns;
  if (time === undefined) return mapping;
  const isEndKnown = mapping.has('end') || mapping.has('duration');
  if (more !== undefined || (end !== undefined && isEndKnown)) {
    return {
      code: 'unknown-times',
      where: 'time',
      what: `Any of ${shownHeaders(columns.map((column) => mapping.headers[column] ?? ''))} may be the time of the talks.`,
      hint: "Name it: --map 'time=…' --map 'end=…'.",
      line,
    };
  }
  return mapping.with(
    end === undefined
      ? [['time', time]]
      : [
          ['time', time],
          ['end', end],
        ],
  );
}

/** Whether the cells of dates have times of day. */
function hasTimes(mapping: TableMapping, rows: readonly TableRow[]): boolean {
  return rows.some((row) =>
    (['start', 'date'] as const).some((field) => {
      const text = mapping.text(field, row).trim();
      const date = writtenDate(text, ANY_YEAR);
      return typeof date === 'string' ? typeof writtenTime(text) !== 'string' : date.clocks !== undefined;
    }),
  );
}

/** Any year will do: it only matters whether there is a time. */
const ANY_YEAR = 2000;

/** Whether the cells are times of day; digits alone, as in `17.50`, may be anything. */
function isOfTimes(cells: readonly Parameters<typeof textOfCell>[0][]): boolean {
  const texts = cells.map((cell) => textOfCell(cell).trim()).filter((text) => text !== '');
  return (
    texts.length > 0 &&
    texts.every((text) => !/^[\d.,]+$/u.test(text) && typeof writtenTime(withQuarter(text)) !== 'string')
  );
}
