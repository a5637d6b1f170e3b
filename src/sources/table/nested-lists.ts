import { guessedColumns } from './table-fields.ts';
import type { TableField } from './table-fields.ts';

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

/** Entries that are the values of a map, by their identifiers: `{ moss: { title, date }, fern: { … } }`. */
export function keyedEntries(value: unknown, path: ListPath = []): FoundList | undefined {
  const members = [...(membersOf(value) ?? [])];
  const entries = members.map(([key, entry]) => {
    const said = membersOf(entry);
    return said === undefined ? undefined : new Map([['id', key], ...said]);
  });
  return entries.length > 1 && entries.every((entry) => entry !== undefined) ? { paths: [path], entries } : undefined;
}
