import { guessedColumns } from './table-fields.ts';
import type { TableField } from './table-fields.ts';
import { writtenDate } from './written-date.ts';

/** Lists to examine: each is searched for in all entries. */
export const MAX_LISTS = 100;

/** A JSON object, TOML table or YAML map. */
type Members = ReadonlyMap<string, unknown>;

/** Undefined: not an object or map. */
export function membersOf(value: unknown): Members | undefined {
  if (value instanceof Map) {
    const named = [...value].filter((pair): pair is [string, unknown] => typeof pair[0] === 'string');
    return new Map(named);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return new Map(Object.entries(value));
}

export function hasObjects(entries: readonly unknown[]): boolean {
  return entries.some((entry) => membersOf(entry) !== undefined);
}

/** Keys and indices that lead to a list, or to a map of entries. */
export type ListPath = readonly (string | number)[];

export interface FoundList {
  /** One for each list that it was joined from; an empty path is the document. */
  readonly paths: readonly ListPath[];
  readonly entries: readonly unknown[];
}

/**
 * Joins the lists within the entries of a list, such as the talks of each day: `{ date, talks: [{ time, title }] }`.
 * What an entry says about the day, the place or the series applies to all entries of its list.
 *
 * @param isOfTalks whether these objects have the fields that a talk must have
 * @param called pattern for the names of the inner lists
 */
export function listsInside(
  { paths: [path = []], entries }: FoundList,
  isOfTalks: (entries: readonly unknown[]) => boolean,
  called: RegExp,
): FoundList | undefined {
  const names = new Set(entries.flatMap((entry) => [...(membersOf(entry) ?? [])].filter(isListOfObjects).map(nameOf)));
  for (const name of [...names].filter((one) => called.test(one)).slice(0, MAX_LISTS)) {
    const inside = entries.map((entry) => childrenOf(membersOf(entry), name));
    const all = inside.flat();
    const paths = entries.map((_, index) => [...path, index, name]);
    if (isOfTalks(all)) return { paths, entries: all };
  }
  return undefined;
}

function isListOfObjects([, value]: readonly [string, unknown]): boolean {
  return Array.isArray(value) && hasObjects(value);
}

function nameOf([name]: readonly [string, unknown]): string {
  return name;
}

function childrenOf(parent: Members | undefined, name: string): readonly Members[] {
  const list: unknown = parent?.get(name);
  if (parent === undefined || !Array.isArray(list)) return [];
  const shared = sharedBy(parent);
  return list.map((child: unknown) => new Map([...shared, ...(membersOf(child) ?? [])]));
}

const SHARED: readonly TableField[] = [
  'date',
  'time_zone',
  'venue',
  'room',
  'location',
  'address',
  'series',
  'department',
];

function sharedBy(parent: Members): readonly (readonly [string, unknown])[] {
  const simple = [...parent].filter(([, value]) => !Array.isArray(value));
  const columns = guessedColumns(simple.map(nameOf), { columns: new Set(), fields: new Set() });
  return SHARED.map((field) => simple[columns.get(field) ?? -1]).filter((pair) => pair !== undefined);
}

/**
 * Entries that are the values of a map, by their identifiers: `{ moss: { title, date }, fern: { … } }`; or by their
 * days, each with one or several: `{ "2027-01-18": { title }, "2027-01-25": [{ title }, { title }] }`.
 */
export function keyedEntries(value: unknown, path: ListPath = []): FoundList | undefined {
  const members = [...(membersOf(value) ?? [])];
  const areDays = members.length > 0 && members.every(([key]) => isDate(key));
  const lists = members.map(([key, entry]) => {
    const each: readonly unknown[] = areDays && Array.isArray(entry) ? entry : [entry];
    return each.map((one) => withKey(key, areDays ? 'date' : 'id', one));
  });
  const entries = lists.flat();
  if (entries.length === 0 || (members.length < 2 && !areDays)) return undefined;
  if (!entries.every((entry) => entry !== undefined)) return undefined;
  const hasLists = members.some(([, entry]) => Array.isArray(entry));
  return { paths: hasLists ? members.map(([key]) => [...path, key]) : [path], entries };
}

function withKey(key: string, name: 'date' | 'id', entry: unknown): Members | undefined {
  const said = membersOf(entry);
  return said === undefined ? undefined : new Map([[name, key], ...said]);
}

/** With a year: other keys may look like a day by accident. */
function isDate(key: string): boolean {
  const date = /\d{4}/.test(key) ? writtenDate(key, 2000) : 'no-year';
  return typeof date !== 'string' && date.day !== undefined;
}
