import { unaccented } from '#catalogue/folding.ts';
import headers from './table-headers.json' with { type: 'json' };

/**
 * For each field, the headers recognised for it, best first. In English, German, French and Spanish, spelled as
 * `foldedHeader` returns them.
 */
const TABLE_FIELDS: Readonly<Record<TableField, readonly string[]>> = headers;

export type TableField = keyof typeof headers;

export const TABLE_FIELD_NAMES: readonly string[] = Object.keys(TABLE_FIELDS);
const FIELDS = TABLE_FIELD_NAMES.filter(isTableField);

export function isTableField(name: string): name is TableField {
  return Object.hasOwn(TABLE_FIELDS, name);
}

/** The header that is recognised first for a field. */
export function headerOf(field: TableField): string {
  return TABLE_FIELDS[field][0] ?? field;
}

/** Limit on columns; a table of talks has a few dozen. */
export const MAX_COLUMNS = 1000;
/** In characters. */
const LONGEST_HEADER = 100;

/**
 * Lower-case, without accents, punctuation and text in brackets: `Start-Zeit (MEZ)` → `start zeit`, `startTime` →
 * `start time`. `#` becomes a word, because a number is not what it numbers: `Seminar #` → `seminar number`.
 */
export function foldedHeader(header: string): string {
  if (header.length > LONGEST_HEADER) return '';
  const bare = header.replace(/\([^()]*\)/g, ' ');
  const words = (bare.trim() === '' ? header : bare).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('#', ' number ');
  return unaccented(words)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

interface Candidate {
  readonly field: TableField;
  /** Lower is better. */
  readonly rank: number;
}

const CANDIDATES: ReadonlyMap<string, readonly Candidate[]> = candidates();

function candidates(): Map<string, Candidate[]> {
  const all = new Map<string, Candidate[]>();
  for (const field of FIELDS) {
    for (const [rank, header] of TABLE_FIELDS[field].entries()) {
      all.set(header, [...(all.get(header) ?? []), { field, rank }]);
    }
  }
  return all;
}

/** `talk-speaker` and `Event venue` are read as `speaker` and `venue`, if no other column is recognised as that. */
function candidatesFor(header: string): readonly Candidate[] {
  const known = CANDIDATES.get(header);
  if (known !== undefined) return known;
  const bare = CANDIDATES.get(header.replace(/^(?:talk|event|seminar|lecture|session) /, '')) ?? [];
  return bare.map(({ field, rank }) => ({ field, rank: rank + AFTER_ALL_KNOWN }));
}

const AFTER_ALL_KNOWN = 1000;

/**
 * Recognises columns by their headers. A column goes to one field only, the first in the order of `TABLE_FIELDS`.
 *
 * @param taken columns and fields that `--map` has assigned
 * @returns indices of columns
 */
export function guessedColumns(
  headers: readonly string[],
  taken: { readonly columns: ReadonlySet<number>; readonly fields: ReadonlySet<string> },
): Map<TableField, number> {
  const best = new Map<TableField, { readonly rank: number; readonly column: number }[]>();
  for (const [column, header] of headers.slice(0, MAX_COLUMNS).entries()) {
    if (taken.columns.has(column)) continue;
    for (const { field, rank } of candidatesFor(foldedHeader(header))) {
      if (!taken.fields.has(field)) best.set(field, [...(best.get(field) ?? []), { rank, column }]);
    }
  }
  const found = new Map<TableField, number>();
  const used = new Set<number>();
  for (const field of FIELDS) {
    const free = (best.get(field) ?? []).filter(({ column }) => !used.has(column));
    const [first] = free.sort((a, b) => a.rank - b.rank);
    if (first === undefined) continue;
    found.set(field, first.column);
    used.add(first.column);
  }
  if (!taken.fields.has('start')) fromAndTo(headers, found);
  return descAsTitle(headers, nameAndTopic(headers, daysThenTimes(headers, found)));
}

/** `from` may be an affiliation: it is the start only beside `to`, and without another column for dates. */
function fromAndTo(headers: readonly string[], found: Map<TableField, number>): void {
  const names = headers.map(foldedHeader);
  const [from, to] = [FROM, TO].map((words) => names.findIndex((name) => words.has(name)));
  if (from !== undefined && to !== undefined && from >= 0 && to >= 0 && !hasTime(found))
    found.set('start', from).set('end', to);
}

const FROM: ReadonlySet<string> = new Set(['from', 'von', 'de', 'du', 'desde']);
const TO: ReadonlySet<string> = new Set(['to', 'until', 'till', 'bis', 'a', 'au', 'hasta']);

/** Outlook in French has the same header for day and time (`Début`, `Début`, `Fin`, `Fin`): the day comes first. */
function daysThenTimes(headers: readonly string[], found: Map<TableField, number>): Map<TableField, number> {
  for (const [time, day] of DAYS_OF_TIMES) {
    const column = found.get(time) ?? headers.length;
    const header = foldedHeader(headers[column] ?? '');
    if (header === '' || found.has(day) || foldedHeader(headers[column + 1] ?? '') !== header) continue;
    found.set(day, column).set(time, column + 1);
  }
  return found;
}

const DAYS_OF_TIMES = [
  ['start', 'date'],
  ['end', 'end_date'],
] as const;

/** With columns for name and topic and none for speakers, the name is the speaker and the topic is the title. */
function nameAndTopic(headers: readonly string[], found: Map<TableField, number>): Map<TableField, number> {
  const header = (field: TableField): string => foldedHeader(headers[found.get(field) ?? -1] ?? '');
  const name = found.get('title');
  const topic = found.get('topics');
  const isName = ['name', 'nom', 'nombre'].includes(header('title')) && !found.has('speakers');
  if (name === undefined || topic === undefined || !isName || header('topics') !== 'topic') return found;
  found.delete('topics');
  return found.set('title', topic).set('speakers', name);
}

/** With speakers and times but no title, `desc` is the title: seminar calendars call it so. */
function descAsTitle(headers: readonly string[], found: Map<TableField, number>): Map<TableField, number> {
  const desc = found.get('description');
  if (desc === undefined || foldedHeader(headers[desc] ?? '') !== 'desc' || found.has('title')) return found;
  if (!found.has('speakers') || !hasTime(found)) return found;
  found.delete('description');
  return found.set('title', desc);
}

function hasTime(found: ReadonlyMap<TableField, number>): boolean {
  return found.has('start') || found.has('date') || found.has('time');
}

const NOTHING_TAKEN = { columns: new Set<number>(), fields: new Set<string>() };

/** Number of fields recognised in these headers. */
export function headersKnown(cells: readonly string[]): number {
  return guessedColumns(cells, NOTHING_TAKEN).size;
}

/** Whether there is a column for titles, and one for dates or times. */
export function isHeaderOfTalks(cells: readonly string[]): boolean {
  const found = guessedColumns(cells, NOTHING_TAKEN);
  return found.has('title') && hasTime(found);
}
