import { guessedColumns, type TableField } from './table-fields.ts';
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

/** What else a document has: its lists of speakers, rooms and tracks, by name; their entries by identifier. */
type SiblingLists = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/** Members by which entries are referred to, best first. */
const IDENTIFIERS = ['code', 'id', 'guid', 'uuid', 'slug', 'key'];

/** The lists beside that of talks, if their entries have identifiers. */
export function siblingLists(document: unknown): SiblingLists {
  const lists = new Map<string, ReadonlyMap<string, unknown>>();
  for (const [name, value] of [...(membersOf(document) ?? [])].slice(0, MAX_LISTS)) {
    const known = Array.isArray(value) ? byIdentifier(value) : byKey(membersOf(value));
    if (known.size > 0) lists.set(name.toLowerCase(), known);
  }
  return lists;
}

function byIdentifier(list: readonly unknown[]): ReadonlyMap<string, unknown> {
  // The first of several counts.
  return new Map(list.flatMap((entry) => identifiersOf(entry).map((id) => [id, entry] as const)).reverse());
}

/** The entries of a map, whose keys are identifiers too. */
function byKey(members: ReadonlyMap<string, unknown> | undefined): ReadonlyMap<string, unknown> {
  const entries = [...(members ?? [])].filter(([, entry]) => membersOf(entry) !== undefined);
  return new Map([...byIdentifier(entries.map(([, entry]) => entry)), ...entries]);
}

function identifiersOf(entry: unknown): string[] {
  const members = membersOf(entry);
  return IDENTIFIERS.map((name) => idOf(members?.get(name))).filter((id) => id !== undefined);
}

function idOf(value: unknown): string | undefined {
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : undefined;
}

/**
 * An entry with the things that it names by code or number: `speakers: ["ABC"]`, `room: 7`, `track_id: 3`, as pretalx,
 * Sessionize and many sites have them. A code that is in no list stays.
 */
export function resolvedEntry(entry: unknown, lists: SiblingLists): unknown {
  const members = lists.size === 0 ? undefined : membersOf(entry);
  if (members === undefined) return entry;
  const resolved = [...members].map(([name, value]): readonly [string, unknown] => {
    const bare = name.replace(/(?<=.)[_-]?ids?$/i, '');
    const list = listFor(bare, lists);
    const ids = (Array.isArray(value) ? value : [value]).map((one: unknown) => idOf(one));
    if (list === undefined || !ids.some((id) => id !== undefined && list.has(id))) return [name, value];
    const things = ids.map((id, at) => list.get(id ?? '') ?? (Array.isArray(value) ? (value[at] as unknown) : value));
    return [members.has(bare) ? name : bare, things];
  });
  return resolved.every(([name, value]) => members.get(name) === value) ? entry : new Map(resolved);
}

/**
 * The document without the layers of JSON:API (https://jsonapi.org), such as that of Open Event: entries have their
 * attributes, and what they refer to has its own. Undefined: it is no such document.
 */
export function withoutJsonApi(document: unknown): unknown {
  const members = membersOf(document);
  const data = members?.get('data');
  if (!Array.isArray(data) || !data.some((entry) => membersOf(membersOf(entry)?.get('attributes')) !== undefined)) {
    return undefined;
  }
  const further: unknown = members?.get('included');
  const included = new Map(
    (Array.isArray(further) ? further : []).map((entry: unknown) => [referenceOf(entry), flat(entry)] as const),
  );
  const entries = data.map((entry: unknown) => {
    const related = [...(membersOf(membersOf(entry)?.get('relationships')) ?? [])].map(([name, value]) => {
      const said: unknown = membersOf(value)?.get('data');
      const references: readonly unknown[] = Array.isArray(said) ? said : [said];
      return [name, references.flatMap((one) => included.get(referenceOf(one)) ?? [])] as const;
    });
    return new Map([...flat(entry), ...related.filter(([, things]) => things.length > 0)]);
  });
  return new Map([['data', entries]]);
}

function referenceOf(entry: unknown): string {
  const members = membersOf(entry);
  return `${String(members?.get('type'))} ${String(members?.get('id'))}`;
}

function flat(entry: unknown): ReadonlyMap<string, unknown> {
  const members = membersOf(entry);
  return new Map([['id', members?.get('id')], ...(membersOf(members?.get('attributes')) ?? [])]);
}

/** `speaker`, `speakers` and `main_speaker` are in `speakers`, a `category` in `categories`. */
function listFor(name: string, lists: SiblingLists): ReadonlyMap<string, unknown> | undefined {
  const plain = name.toLowerCase();
  const last = plain.split(/[_-]/).at(-1) ?? plain;
  const names = [plain, last].flatMap((one) => [one, `${one}s`, one.replace(/y$/, 'ies')]);
  return names.map((one) => lists.get(one)).find((list) => list !== undefined);
}

/**
 * A text in several languages, `{ "en": "Moss", "de": "Moos" }`: in the preferred language, in English, or the first.
 * Undefined: it is none.
 */
export function textInLanguages(value: unknown, preferred?: unknown): string | undefined {
  const members = membersOf(value);
  if (members === undefined || members.size === 0 || members.size > MAX_LISTS) return undefined;
  const texts = new Map<string, string>();
  for (const [name, text] of members) {
    if (!/^[a-z]{2}(?:[_-][a-zA-Z]{2,4})?$/.test(name)) return undefined;
    if (text !== null && typeof text !== 'string') return undefined;
    if (typeof text === 'string' && text !== '') texts.set(name, text);
  }
  if (![...members.keys()].some((name) => LANGUAGES.has(name.slice(0, 2)))) return undefined;
  return texts.get(String(preferred)) ?? texts.get('en') ?? texts.values().next().value ?? '';
}

/** Codes of languages that are no words otherwise, as `am`, `id`, `to` and `is` are. */
export const LANGUAGES: ReadonlySet<string> = new Set(
  'en de fr es it pt nl pl cs sv da nb fi hu ro el tr ru uk ja zh ko ar he fa hi ca eu gl'.split(' '),
);
