import type { ReadOptions, SourceBatch, SourceFile, SourceProblem } from './format.js';
import { readJsonDocument } from './json-document.js';
import { Notes } from './notes.js';
import { peek } from './peek.js';
import { MOST_COLUMNS } from './table-fields.js';
import { tooManyColumns } from './table-mapping.js';
import type { Cell, TableRow } from './table-mapping.js';
import { readTable } from './table-reader.js';
import { decoded, headText, withoutMark } from './text-decoding.js';
import { parseYaml } from './yaml-document.js';

/** Bytes by which JSON is told from YAML. */
const HEAD = 65_536;
/** Bytes of YAML that are gathered before it is too much; it says itself how many characters it takes. */
const LARGEST_YAML = 8 * 1024 * 1024;
/** Objects within the objects of the list that become columns of their own: `venue.name`. */
const DEEPEST = 3;

/** Reads a list of objects in JSON or YAML as a table: their members are its columns. */
export async function* readRows(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const { head, chunks } = await peek(withoutMark(file.chunks), HEAD, () => false);
  const isJson = /^\s*[[{]/.test(headText(head));
  const list = isJson ? await jsonList({ ...file, chunks }) : await yamlList(chunks);
  if (!list.ok) {
    yield { talks: [], failure: list.failure };
    return;
  }
  const headers = new Map<string, number>();
  const cells = list.entries.map(({ value }) => cellsOf(value, headers));
  if (headers.size > MOST_COLUMNS) {
    yield { talks: [], failure: tooManyColumns(0) };
    return;
  }
  const rows = cells.map((each, index): TableRow => {
    const line = list.entries[index]?.line ?? 0;
    return { line, cells: Array.from({ length: headers.size }, (_, column) => each.get(column) ?? '') };
  });
  yield* readTable({ headers: [...headers.keys()], line: 0, rows, notes: new Notes() }, options);
}

type List =
  | { readonly ok: true; readonly entries: readonly { readonly value: Members; readonly line: number }[] }
  | { readonly ok: false; readonly failure: SourceProblem };

/** What JSON calls an object and YAML a map. */
type Members = ReadonlyMap<string, unknown>;

async function jsonList(file: SourceFile): Promise<List> {
  const document = await readJsonDocument(file);
  return document.ok ? listIn(document.value, []) : document;
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
  return document.ok ? listIn(document.value, document.lines) : document;
}

/** The list that the document is, or the only one in it. @param lines where its entries begin; where none says that, they are counted */
function listIn(value: unknown, lines: readonly number[]): List {
  const list = Array.isArray(value) ? value : onlyList(value);
  if (list === undefined) return { ok: false, failure: noList() };
  const entries = list.flatMap((entry: unknown, index) => {
    const members = membersOf(entry);
    return members === undefined ? [] : [{ value: members, line: lines[index] ?? index + 1 }];
  });
  return entries.length > 0 || list.length === 0 ? { ok: true, entries } : { ok: false, failure: noList() };
}

function onlyList(value: unknown): readonly unknown[] | undefined {
  const lists = [...(membersOf(value)?.values() ?? [])].filter((member): member is unknown[] => Array.isArray(member));
  return lists.length === 1 ? lists[0] : undefined;
}

function membersOf(value: unknown): Members | undefined {
  if (value instanceof Map) {
    const named = [...value].filter((pair): pair is [string, unknown] => typeof pair[0] === 'string');
    return new Map(named);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return new Map(Object.entries(value));
}

/** The cells of an entry, by column; new columns come after those there are. */
function cellsOf(entry: Members, headers: Map<string, number>): Map<number, Cell> {
  const cells = new Map<number, Cell>();
  const enter = (members: Members, prefix: string, depth: number): void => {
    for (const [name, value] of members) {
      const inner = membersOf(value);
      if (inner !== undefined) {
        if (depth < DEEPEST) enter(inner, `${prefix}${name}.`, depth + 1);
        continue;
      }
      const cell = cellOf(value);
      const header = `${prefix}${name}`;
      const column = headers.get(header) ?? headers.size;
      if (column > MOST_COLUMNS) return;
      headers.set(header, column);
      cells.set(column, cell);
    }
  };
  enter(entry, '', 1);
  return cells;
}

/** YAML's null is text where every scalar is. */
function cellOf(value: unknown): Cell {
  if (Array.isArray(value)) return value.map(textOf).filter((text) => text !== '');
  return textOf(value);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return /^(?:null|~)$/i.test(value) ? '' : value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function noList(): SourceProblem {
  return {
    code: 'no-list',
    where: '',
    what: 'There is no list of objects in it, or more than one list.',
    hint: 'Give a file that is a list with an object for each talk, or an object with one such list.',
    line: 0,
  };
}
