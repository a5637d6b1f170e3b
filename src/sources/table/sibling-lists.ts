import { membersOf } from './nested-lists.ts';

/** What else a document has: its lists of speakers, rooms and tracks, by name; their entries by identifier. */
export type SiblingLists = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/** Members by which entries are referred to, best first. */
const IDENTIFIERS = ['code', 'id', 'guid', 'uuid', 'slug', 'key'];
/** Limit on lists; a document has a handful. */
const MAX_LISTS = 100;

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
