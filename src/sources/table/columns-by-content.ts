import { peopleIn } from '../people.ts';
import type { SourceProblem } from '../source-format.ts';
import { asWebAddress } from '../web-address.ts';
import { isHeaderOfTalks, MAX_COLUMNS, type TableField } from './table-fields.ts';
import { writtenDate, writtenTime } from './written-date.ts';

type Rows = readonly (readonly string[])[];
type Kind = 'day' | 'moment' | 'time' | 'url' | 'other' | 'text';

/** Any year will do: it only matters whether a text is a date. */
const ANY_YEAR = 2000;

/** Whether a table begins with a row of talks instead of headers: one with a date in it. */
export function isWithoutHeaders(rows: Rows): boolean {
  const first = rows.find((cells) => cells.filter((cell) => cell !== '').length > 1) ?? [];
  // A longer row is refused, whatever it is.
  return first.slice(0, MAX_COLUMNS).some((cell) => isDate(cell)) && !isHeaderOfTalks(first);
}

function isDate(cell: string): boolean {
  const kind = kindOf(cell);
  return kind === 'day' || kind === 'moment';
}

/** The columns of a table without headers, or why they cannot be told. */
type ContentColumns =
  | { readonly ok: true; readonly columns: ReadonlyMap<TableField, number> }
  | { readonly ok: false; readonly what: string };

/**
 * Tells columns by the content of the first rows: a date, times of day, an address and texts. If several columns are
 * texts, the only one with full names in every cell is that of speakers, and the only one with places that of places;
 * one must be left, which is the title.
 *
 * @param mapping from `--map`: its fields, and its columns such as `#3`, are not looked for
 */
export function columnsByContent(rows: Rows, mapping: ReadonlyMap<string, string> = new Map()): ContentColumns {
  const filled = rows.filter((cells) => cells.filter((cell) => cell !== '').length > 1);
  const width = Math.max(0, ...filled.map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, index) => filled.map((cells) => cells[index] ?? ''));
  const taken = new Set(
    [...mapping.values()].flatMap((written) =>
      [...written.matchAll(/#(\d{1,4})/g)].map(([, digits]) => Number(digits) - 1),
    ),
  );
  const kinds = columns.map((cells, index) => (taken.has(index) ? undefined : kindOfColumn(cells)));
  const ofKind = (wanted: Kind): number[] => kinds.flatMap((kind, index) => (kind === wanted ? [index] : []));
  const isDated = ['start', 'date', 'time'].some((field) => mapping.has(field));
  const times = isDated ? NOTHING : timeColumns(ofKind);
  if (!times.ok) return times;
  const texts = mapping.has('title') ? NOTHING : textColumns(columns, ofKind('text'));
  if (!texts.ok) return texts;
  const [url, other] = ofKind('url');
  const address = url === undefined || other !== undefined ? [] : [['url', url] as const];
  return { ok: true, columns: new Map([...times.columns, ...texts.columns, ...address]) };
}

const NOTHING: ContentColumns = { ok: true, columns: new Map() };

function timeColumns(ofKind: (kind: Kind) => readonly number[]): ContentColumns {
  const [days, moments, times] = [ofKind('day'), ofKind('moment'), ofKind('time')];
  const [date, second] = [...days, ...moments];
  if (date === undefined) return { ok: false, what: 'no column has a date in every row' };
  if (second !== undefined) return { ok: false, what: `${numbered([...days, ...moments])} are dates` };
  if (times.length > 2 || (times.length > 0 && moments.length > 0)) {
    return { ok: false, what: `${numbered([...moments, ...times])} are times` };
  }
  const [time, end] = times;
  const found: [TableField, number | undefined][] = [
    [days.length > 0 ? 'date' : 'start', date],
    ['time', time],
    ['end', end],
  ];
  return { ok: true, columns: new Map(found.filter((pair): pair is [TableField, number] => pair[1] !== undefined)) };
}

function textColumns(columns: Rows, texts: readonly number[]): ContentColumns {
  const all = (index: number, is: (cell: string) => boolean): boolean => {
    const filled = (columns[index] ?? []).filter((cell) => cell !== '');
    return filled.length > 1 && filled.every(is);
  };
  const found = new Map<TableField, number>();
  let rest = texts;
  // “Lantern Room” could also be a name.
  const isPlaces = new Set(texts.filter((index) => all(index, isPlace)));
  for (const [field, fits] of [
    ['speakers', (index: number) => all(index, isFullName) && !isPlaces.has(index)],
    ['location', (index: number) => isPlaces.has(index)],
  ] as const) {
    const fitting = rest.length > 1 ? rest.filter(fits) : [];
    const [only] = fitting;
    if (only === undefined || fitting.length > 1) continue;
    found.set(field, only);
    rest = rest.filter((index) => index !== only);
  }
  const [title, second] = rest;
  if (title === undefined) return { ok: false, what: 'no column has the title of a talk' };
  if (second !== undefined) return { ok: false, what: `any of ${numbered(rest)} may be the title` };
  return { ok: true, columns: found.set('title', title) };
}

function kindOfColumn(cells: readonly string[]): Kind | undefined {
  const [first, ...others] = new Set(cells.filter((cell) => cell !== '').map(kindOf));
  if (others.length === 0) return first;
  const kinds = [first, ...others];
  return kinds.every((kind) => kind === 'day' || kind === 'moment') ? undefined : 'text';
}

function kindOf(cell: string): Kind | undefined {
  if (cell === '') return undefined;
  // Digits alone may be dates, times or any other numbers.
  if (/^[\d.,]+$/.test(cell) && !/^\d{1,2}\.\d{1,2}\.\d{2,4}$/.test(cell)) return 'other';
  const date = writtenDate(cell, ANY_YEAR);
  if (typeof date !== 'string' && date.day !== undefined) return date.clocks === undefined ? 'day' : 'moment';
  if (typeof writtenTime(cell) !== 'string') return 'time';
  if (asWebAddress(cell) !== '') return 'url';
  return /^[^\s@]+@[^\s@]+$/.test(cell) ? 'other' : 'text';
}

function numbered(columns: readonly number[]): string {
  return columns.map((column) => `#${column + 1}`).join(' and ');
}

/** @param what as `columnsByContent` returns it */
export function noHeaders(what: string, line: number): SourceProblem {
  return {
    code: 'no-headers',
    where: '',
    what: `It has no headers, and its columns cannot be recognised by their content: ${what}.`,
    hint: "Add a row of headers above it (Title, Speaker, Date, Time), or name its columns: --map 'title=#1' --map 'date=#2'.",
    line,
  };
}

const WORD_OF_NAME = /^(?:\p{Lu}[\p{L}.'’-]*|van|von|de|del|della|di|le|la|ter|ten|el|al|bin|ibn|der|den|dos|da|y)$/u;

/** Whether a cell has only full names of people, with or without affiliations. */
function isFullName(cell: string): boolean {
  const people = peopleIn(cell);
  return (
    people.length > 0 &&
    people.every(({ name }) => {
      const words = name.replace(/,/g, ' ').split(/\s+/u).filter(Boolean);
      return words.length > 1 && words.length < 6 && words.every((word) => WORD_OF_NAME.test(word));
    })
  );
}

const PLACE =
  /(?:^|\P{L})(?:room|hall|building|auditorium|theat(?:re|er)|lab|library|campus|raum|\p{L}*saal|gebäude|salle|amphi\p{L}*|sala|aula|zoom|online)(?:\P{L}|$)|^\p{Lu}{0,3}[ .-]?\d[\d.]*\p{L}?$/iu;

/** Whether a cell looks like the name of a place. */
function isPlace(cell: string): boolean {
  return cell.length < 80 && PLACE.test(cell);
}
