import { shownValue } from '#catalogue/shown-value.ts';
import { readJsonDocument } from '../json-document.ts';
import { looksLikeJson } from '../json-signs.ts';
import { peek } from '../peek.ts';
import type { ReadOptions, SourceBatch, SourceFile, SourceProblem } from '../source-format.ts';
import type { SourcePerson } from '../source-talk.ts';
import { decoded, headText, withoutMark } from '../text-decoding.ts';
import { asWebAddress } from '../web-address.ts';
import {
  type FoundList,
  hasObjects,
  keyedEntries,
  type ListPath,
  listsInside,
  MAX_LISTS,
  membersOf,
  resolvedEntry,
  siblingLists,
  textInLanguages,
  withoutJsonApi,
} from './nested-lists.ts';
import { MAX_COLUMNS } from './table-fields.ts';
import { type TableCell, TableMapping, type TableRow, tooManyColumns } from './table-mapping.ts';
import { readTable } from './table-reader.ts';
import { looksLikeToml, parseToml } from './toml-document.ts';
import { parseYaml, type YamlDocument } from './yaml-document.ts';

/** Bytes examined to tell JSON, TOML and YAML apart. */
const HEAD = 65_536;
/** Limit on YAML and TOML, in bytes; their parsers have limits in characters as well. */
const LARGEST_TEXT = 8 * 1024 * 1024;

/** Reads a list of objects in JSON, YAML or TOML as a table with their members as columns. */
export async function* readRows(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const { head, chunks } = await peek(withoutMark(file.chunks), HEAD, () => false);
  const syntax = syntaxOf(headText(head));
  const document = await DOCUMENTS[syntax]({ ...file, chunks });
  if (!document.ok) {
    yield { talks: [], failure: document.failure };
    return;
  }
  const isOfTalks = (entries: readonly unknown[]): boolean => mappingOf(entries, options) === undefined;
  const value = withoutJsonApi(document.value) ?? document.value;
  const found = listIn(value, { syntax, isOfTalks });
  if ('code' in found) {
    yield { talks: [], failure: found };
    return;
  }
  const lists = siblingLists(value);
  const list = { ...found, entries: found.entries.map((entry) => resolvedEntry(entry, lists)) };
  yield* readEntries(list, list.paths.map((path) => document.linesOf(path)).flat(), options, syntax);
}

/**
 * Reads objects as a table.
 *
 * @param lines where they begin; without it, they are numbered
 */
export async function* readEntries(
  list: FoundList,
  lines: readonly number[],
  options: ReadOptions,
  syntax: Syntax,
): AsyncGenerator<SourceBatch> {
  const headers = headersOf(list.entries);
  const failure = headers.size > MAX_COLUMNS ? tooManyColumns(0) : mappingOf(list.entries, options);
  if (failure !== undefined) {
    const isUnknown = failure.code === 'no-such-column';
    yield { talks: [], failure: isUnknown ? unknownFields(list, [...headers.keys()], { syntax, failure }) : failure };
    return;
  }
  if (list.paths.length > 1)
    yield { talks: [], notes: [{ what: 'lists of talks, read together', count: list.paths.length }] };
  const rows = rowsOf(list.entries, lines, headers);
  yield* readTable({ headers: [...headers.keys()], line: 0, rows, above: [] }, options);
}

const DOCUMENTS = { JSON: jsonDocument, TOML: tomlDocument, YAML: yamlDocument };

function syntaxOf(head: string): keyof typeof DOCUMENTS {
  if (looksLikeToml(head)) return 'TOML';
  return looksLikeJson(head) ? 'JSON' : 'YAML';
}

/** Why the objects cannot be read as talks; undefined when they can. */
function mappingOf(entries: readonly unknown[], { mapping }: ReadOptions): SourceProblem | undefined {
  const mapped = TableMapping.of({ headers: [...headersOf(entries).keys()], line: 0 }, mapping);
  return 'code' in mapped ? mapped : undefined;
}

async function jsonDocument(file: SourceFile): Promise<YamlDocument> {
  const document = await readJsonDocument(file);
  return document.ok ? { ...document, linesOf: () => [] } : document;
}

async function tomlDocument({ chunks }: SourceFile): Promise<YamlDocument> {
  const document = await parseToml(await textIn(chunks));
  return document.ok ? { ...document, linesOf: () => [] } : document;
}

async function yamlDocument({ chunks }: SourceFile): Promise<YamlDocument> {
  return parseYaml(await textIn(chunks));
}

async function textIn(chunks: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.length;
    if (size > LARGEST_TEXT) break;
  }
  return decoded(Buffer.concat(parts));
}

/** All members of all entries, by column, in order of appearance. */
function headersOf(entries: readonly unknown[]): Map<string, number> {
  const headers = new Map<string, number>();
  for (const entry of entries) {
    for (const [header] of cellsOf(entry, '', 1)) {
      if (!headers.has(header)) headers.set(header, headers.size);
    }
    if (headers.size > MAX_COLUMNS) break;
  }
  return headers;
}

/**
 * Makes rows on demand, no longer than their entries: lists are long, and entries may have few members in common.
 *
 * @param lines where entries begin; without it, entries are numbered
 */
function* rowsOf(
  entries: readonly unknown[],
  lines: readonly number[],
  headers: ReadonlyMap<string, number>,
): Generator<TableRow> {
  for (const [index, entry] of entries.entries()) {
    const cells: (TableCell | undefined)[] = [];
    for (const [header, cell] of cellsOf(entry, '', 1)) {
      const column = headers.get(header) ?? 0;
      while (cells.length < column) cells.push(undefined);
      cells[column] = cell;
    }
    yield { line: lines[index] ?? index + 1, cells, isSparse: true };
  }
}

/** Cells of an entry with their headers; members of nested objects are prefixed with the name of the object. */
function* cellsOf(
  entry: unknown,
  prefix: string,
  depth: number,
): Generator<readonly [header: string, cell: TableCell | undefined]> {
  const own = membersOf(entry);
  for (const [name, value] of own ?? []) {
    const header = `${prefix}${name}`;
    const text = textInLanguages(value, own?.get('content_locale') ?? own?.get('language'));
    const fields = labelledFields(value);
    if (text !== undefined) yield [header, text.trim()];
    else if (fields !== undefined) {
      for (const [label, cell] of fields) yield [own?.has(label) === true ? `${header}.${label}` : label, cell];
    } else if (membersOf(value) === undefined) yield [header, cellOf(value)];
    else if (depth < DEEPEST) yield* cellsOf(value, `${header}.`, depth + 1);
  }
}

/** Custom fields, in the form that Trumba uses: `[{ label: 'Speaker', value: 'Ada Lovelace' }]`. */
function labelledFields(
  value: unknown,
): readonly (readonly [label: string, cell: TableCell | undefined])[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const items = value.map((item: unknown) => membersOf(item));
  if (!items.every((item) => typeof item?.get('label') === 'string' && item.has('value'))) return undefined;
  return items.map((item) => [textOf(item?.get('label')) ?? '', cellOf(item?.get('value'))]);
}

/** Undefined: the value is null. */
function cellOf(value: unknown): TableCell | undefined {
  if (Array.isArray(value)) return value.map(itemOf).filter((item) => item !== '');
  return textOf(value);
}

/** A text, a person, or the label of a topic. */
function itemOf(value: unknown): string | SourcePerson {
  const members = membersOf(value);
  if (members === undefined) return textOf(value) ?? '';
  const inLanguages = textInLanguages(value);
  if (inLanguages !== undefined) return inLanguages.trim();
  const text = (...names: readonly string[]): string | undefined => {
    const texts = names.map((name) => textInLanguages(members.get(name)) ?? textOf(members.get(name)));
    return texts.find((found) => found !== undefined && found !== '');
  };
  const parts = [text('first_name', 'given_name', 'firstName'), text('last_name', 'family_name', 'lastName')];
  const name = text('name', 'full_name', 'fullName') ?? parts.filter((part) => part !== undefined).join(' ');
  if (name === '') return text('label', 'title') ?? '';
  return {
    name,
    bio: text('affiliation', 'institution', 'organisation', 'organization', 'university', 'company', 'bio'),
    webAddress: asWebAddress(text('url', 'website', 'homepage', 'web_address') ?? '') || undefined,
    email: text('email'),
  };
}

function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Limit on nested objects such as `venue.name`. */
const DEEPEST = 3;
/** Lists or fields to name in a message. */
const SHOWN = 10;

type Syntax = 'JSON' | 'TOML' | 'YAML' | 'front matter';

interface ListOptions {
  readonly syntax: Syntax;
  /** Whether these objects have the fields that a talk must have, recognised or mapped. */
  readonly isOfTalks: (entries: readonly unknown[]) => boolean;
}

/** The document itself if it is a list, else its only list of objects; of several, those of talks. */
function listIn(value: unknown, options: ListOptions): FoundList | SourceProblem {
  if (Array.isArray(value)) {
    const entries: readonly unknown[] = value;
    if (entries.length > 0 && !hasObjects(entries)) return noList([], value, options);
    return ofTalks({ paths: [[]], entries }, options);
  }
  const lists = [...listsIn(value, [])];
  const ofObjects = lists.filter(({ entries }) => hasObjects(entries));
  const keyed = keyedIn(value, options, ofObjects.length > 0);
  if (keyed !== undefined) return keyed;
  if (ofObjects.length === 0 && lists.every(({ entries }) => entries.length > 0)) return noList([], value, options);
  const named = ofObjects.filter((list) => TALKS.test(nameOf(list)));
  const [only] = [lists, ofObjects, named].find(({ length }) => length === 1) ?? [];
  if (only !== undefined && (only.entries.length === 0 || hasObjects(only.entries))) return ofTalks(only, options);
  return together(ofObjects.slice(0, MAX_LISTS), options) ?? noList(ofObjects, value, options);
}

/** A list, or the lists within its entries if only those are of talks, or are named `talks` or the like. */
function ofTalks(list: FoundList, { isOfTalks }: ListOptions): FoundList {
  return listsInside(list, isOfTalks, isOfTalks(list.entries) ? PARTS : /./) ?? list;
}

/** Names of the lists within a day or session. */
const PARTS = /^(?:talks|seminars|lectures|sessions|presentations|contributions)$/i;

/** All lists of talks, joined: such as one for spring and one for autumn. */
function together(lists: readonly FoundList[], options: ListOptions): FoundList | undefined {
  const found = lists.map((list) => ofTalks(list, options)).filter(({ entries }) => options.isOfTalks(entries));
  if (found.length === 0) return undefined;
  return { paths: found.flatMap(({ paths }) => paths), entries: found.flatMap(({ entries }) => entries) };
}

/** A map of talks by identifier or day: the document, or its only member. @param hasLists only by day */
function keyedIn(value: unknown, { isOfTalks }: ListOptions, hasLists: boolean): FoundList | undefined {
  const [only, second] = [...(membersOf(value) ?? [])];
  const inside = only === undefined || second !== undefined ? undefined : keyedEntries(only[1], [only[0]]);
  return [keyedEntries(value), inside].find((found) => {
    if (found === undefined || (hasLists && !found.paths.every((path) => path.length > 0))) return false;
    return isOfTalks(found.entries);
  });
}

function nameOf({ paths: [path = []] }: FoundList): string {
  return String(path.at(-1) ?? '');
}

const TALKS = /^(?:talks|seminars|lectures)$/i;

function* listsIn(value: unknown, path: ListPath): Generator<FoundList> {
  for (const [name, member] of membersOf(value) ?? []) {
    const inside = [...path, name];
    if (Array.isArray(member)) yield { paths: [inside], entries: member };
    else if (inside.length < DEEPEST) yield* listsIn(member, inside);
  }
}

/** @param found lists of objects */
function noList(found: readonly FoundList[], value: unknown, { syntax }: ListOptions): SourceProblem {
  const names = [...(membersOf(value)?.keys() ?? [])];
  const has = names.length === 0 ? '' : ` It has ${shownNames(names)}.`;
  const lists = shownNames(found.map(({ paths: [path = []] }) => path.join('.')));
  return {
    code: 'no-list',
    where: '',
    what:
      found.length === 0
        ? `It is ${syntax} of no known format, and contains no list of objects.${has}`
        : `It is ${syntax} of no known format, and contains several lists of objects: ${lists}.`,
    hint:
      found.length === 0
        ? 'Use a list with an object for each talk, or an object with one such list.'
        : "If one of them has talks, name its title and start: --map 'title=…' --map 'start=…'.",
    line: 0,
  };
}

/** A list of objects in which title or start are not recognised. @param failure the field that is missing */
function unknownFields(
  { paths: [path = []], entries }: FoundList,
  fields: readonly string[],
  { syntax, failure }: { readonly syntax: Syntax; readonly failure: SourceProblem },
): SourceProblem {
  const list = path.length === 0 ? 'a list' : `the list ${shownValue(path.join('.'))}`;
  const meaning = failure.where === 'title' ? 'the title of a talk' : 'the start of a talk';
  const objects = `${entries.length.toLocaleString('en')} ${entries.length === 1 ? 'object' : 'objects'}`;
  return {
    ...failure,
    what:
      `It is ${syntax} of no known format: ${list} of ${objects} with ${shownNames(fields)}. ` +
      `None of these is recognised as ${meaning}.`,
    hint: `Name the fields: ${failure.where === 'title' ? "--map 'title=…' --map 'start=…'" : "--map 'start=…'"}.`,
  };
}

function shownNames(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map((name) => shownValue(name));
  const more = names.length - shown.length;
  return `${shown.join(', ') || 'no fields'}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`;
}
