import type { ReadOptions, SourceBatch, SourceFile, SourceProblem } from '../source-format.ts';
import type { SourcePerson } from '../source-talk.ts';
import { readJsonDocument } from '../json-document.ts';
import { looksLikeJson } from '../json-signs.ts';
import { peek } from '../peek.ts';
import { MOST_COLUMNS } from './table-fields.ts';
import { tooManyColumns } from './table-mapping.ts';
import type { TableCell, TableRow } from './table-mapping.ts';
import { readTable } from './table-reader.ts';
import { decoded, headText, withoutMark } from '../text-decoding.ts';
import { asWebAddress } from '../web-address.ts';
import { parseYaml } from './yaml-document.ts';

/** Bytes by which JSON is told from YAML. */
const HEAD = 65_536;
/** Bytes of YAML; parseYaml has a limit in characters as well. */
const LARGEST_YAML = 8 * 1024 * 1024;
/** Nested objects that become columns: `venue.name`. */
const DEEPEST = 3;

/** Reads a list of objects in JSON or YAML as a table with their members as columns. */
export async function* readRows(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const { head, chunks } = await peek(withoutMark(file.chunks), HEAD, () => false);
  const list = looksLikeJson(headText(head)) ? await jsonList({ ...file, chunks }) : await yamlList(chunks);
  if (!list.ok) {
    yield { talks: [], failure: list.failure };
    return;
  }
  const headers = headersOf(list.entries);
  if (headers.size > MOST_COLUMNS) {
    yield { talks: [], failure: tooManyColumns(0) };
    return;
  }
  const table = { headers: [...headers.keys()], line: 0, rows: rowsOf(list, headers), passedOver: 0 };
  yield* readTable(table, options);
}

interface Entries {
  readonly entries: readonly unknown[];
  /** Lines where they begin; without lines, entries are numbered. */
  readonly lines: readonly number[];
}

type List = ({ readonly ok: true } & Entries) | { readonly ok: false; readonly failure: SourceProblem };

/** A JSON object or YAML map. */
type Members = ReadonlyMap<string, unknown>;

async function jsonList(file: SourceFile): Promise<List> {
  const document = await readJsonDocument(file);
  return document.ok ? listIn(document.value, () => []) : document;
}

async function yamlList(chunks: AsyncIterable<Buffer>): Promise<List> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.length;
    if (size > LARGEST_YAML) break;
  }
  const document = parseYaml(decoded(Buffer.concat(parts)));
  return document.ok ? listIn(document.value, document.linesOf) : document;
}

/** The list, if the document is one or contains one of objects, or of several one of talks. */
function listIn(value: unknown, linesOf: (path: readonly string[]) => readonly number[]): List {
  const found = Array.isArray(value) ? { path: [], entries: value } : onlyList(value);
  if (found === undefined || (found.entries.length > 0 && !hasObjects(found.entries))) {
    return { ok: false, failure: noList() };
  }
  return { ok: true, entries: found.entries, lines: linesOf(found.path) };
}

interface FoundList {
  /** Keys that lead to it. */
  readonly path: readonly string[];
  readonly entries: readonly unknown[];
}

function onlyList(value: unknown): FoundList | undefined {
  const lists = [...listsIn(value, [])];
  const ofObjects = lists.filter(({ entries }) => hasObjects(entries));
  const ofTalks = ofObjects.filter(({ path }) => TALKS.test(path.at(-1) ?? ''));
  return [lists, ofObjects, ofTalks].find(({ length }) => length === 1)?.[0];
}

const TALKS = /^(?:talks|seminars|lectures)$/i;

function* listsIn(value: unknown, path: readonly string[]): Generator<FoundList> {
  for (const [name, member] of membersOf(value) ?? []) {
    const inside = [...path, name];
    if (Array.isArray(member)) yield { path: inside, entries: member };
    else if (inside.length < DEEPEST) yield* listsIn(member, inside);
  }
}

function hasObjects(entries: readonly unknown[]): boolean {
  return entries.some((entry) => membersOf(entry) !== undefined);
}

function membersOf(value: unknown): Members | undefined {
  if (value instanceof Map) {
    const named = [...value].filter((pair): pair is [string, unknown] => typeof pair[0] === 'string');
    return new Map(named);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return new Map(Object.entries(value));
}

/** All members of all entries, by column, in order of appearance. */
function headersOf(entries: readonly unknown[]): Map<string, number> {
  const headers = new Map<string, number>();
  for (const entry of entries) {
    for (const [header] of cellsOf(entry, '', 1)) {
      if (!headers.has(header)) headers.set(header, headers.size);
    }
    if (headers.size > MOST_COLUMNS) break;
  }
  return headers;
}

/** Rows on demand, and only as long as their entries: lists are long, and entries may have few members in common. */
function* rowsOf({ entries, lines }: Entries, headers: ReadonlyMap<string, number>): Generator<TableRow> {
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

/** The cells of an entry with their headers; nested objects prefix theirs with their own name. */
function* cellsOf(
  entry: unknown,
  prefix: string,
  depth: number,
): Generator<readonly [header: string, cell: TableCell | undefined]> {
  for (const [name, value] of membersOf(entry) ?? []) {
    const header = `${prefix}${name}`;
    if (membersOf(value) === undefined) yield [header, cellOf(value)];
    else if (depth < DEEPEST) yield* cellsOf(value, `${header}.`, depth + 1);
  }
}

/** Undefined for null. */
function cellOf(value: unknown): TableCell | undefined {
  if (Array.isArray(value)) return value.map(itemOf).filter((item) => item !== '');
  return textOf(value);
}

/** A text, a person, or the label of a topic. */
function itemOf(value: unknown): string | SourcePerson {
  const members = membersOf(value);
  if (members === undefined) return textOf(value) ?? '';
  const text = (...names: readonly string[]): string | undefined => {
    return names.map((name) => textOf(members.get(name))).find((found) => found !== undefined && found !== '');
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

function noList(): SourceProblem {
  return {
    code: 'no-list',
    where: '',
    what: 'It contains no list of objects, or more than one.',
    hint: 'Use a list with an object for each talk, or an object with one such list.',
    line: 0,
  };
}
