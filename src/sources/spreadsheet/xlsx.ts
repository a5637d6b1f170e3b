import { fileFailure, type FileFailure } from '../file-failure.ts';
import { partItems, type ZipParts } from './parts.ts';
import { BLANK, LAST_ROW, type Sheet, type SheetRow, type Workbook, type SheetCell } from './workbook.ts';
import { attributeOf, childrenOf, childOf, elementText, type XmlElement } from '../xml/xml-element.ts';
import { posix } from 'node:path';
import { builtInKind, numberKind, elapsedText, serialText, type NumberKind } from './number-format.ts';
import { asWebAddress } from '../web-address.ts';
import { cellPosition, type CellPosition } from './cell-name.ts';
import { MAX_COLUMNS } from '../table/table-fields.ts';

interface SheetEntry {
  readonly name: string;
  readonly isHidden: boolean;
  readonly part: string;
}

/** LibreOffice has the same limit. The part contains little else. */
const MAX_SHEETS = 10_000;

/** Reads an Excel workbook (ECMA-376, transitional and strict). @param part of the workbook. @throws FileFailure */
export async function xlsxWorkbook(parts: ZipParts, part: string): Promise<Workbook> {
  const relations = await relationsOf(parts, part);
  const { entries, is1904 } = await sheetEntries(parts, part, relations);
  const context = { is1904, strings: await strings(parts, relations), styles: await styles(parts, relations) };
  return {
    async *sheets() {
      for (const entry of entries) yield { ...entry, rows: () => rows(parts, entry, context) } satisfies Sheet;
    },
  };
}

async function sheetEntries(
  parts: ZipParts,
  part: string,
  relations: ReadonlyMap<string, Relation>,
): Promise<{ readonly entries: readonly SheetEntry[]; readonly is1904: boolean }> {
  const entries: SheetEntry[] = [];
  let is1904 = false;
  const shape = { root: 'workbook', containers: ['sheets'], item: 'sheet', most: MAX_SHEETS };
  for await (const { element } of partItems(part, parts.read(part), shape)) {
    if (element.name === 'workbookPr') is1904 = isTrue(attributeOf(element, 'date1904'));
    if (element.name !== 'sheet') continue;
    if (relations.size === 0) throw withoutRelations(part);
    const relation = relations.get(relationId(element));
    // Other sheets are charts, dialogs and macros.
    if (relation?.type !== 'worksheet') continue;
    const state = attributeOf(element, 'state');
    const isHidden = state === 'hidden' || state === 'veryHidden';
    entries.push({ name: attributeOf(element, 'name'), isHidden, part: relation.target });
  }
  return { entries, is1904 };
}

async function* rows(parts: ZipParts, { part }: SheetEntry, context: XlsxContext): AsyncGenerator<SheetRow, void> {
  const marks = await xlsxMarks(part, parts.read(part), await relationsOf(parts, part));
  yield* xlsxRows(part, parts.read(part), { ...context, ...marks });
}

async function strings(parts: ZipParts, relations: ReadonlyMap<string, Relation>): Promise<SharedStrings> {
  const found = new SharedStrings();
  const part = partOf('sharedStrings', relations);
  if (part === undefined || !parts.has(part)) return found;
  for await (const { element } of partItems(part, parts.read(part), { root: 'sst', item: 'si' })) {
    if (element.name === 'si') found.add(richText(element).trim());
  }
  return found;
}

async function styles(parts: ZipParts, relations: ReadonlyMap<string, Relation>): Promise<XlsxContext['styles']> {
  const part = partOf('styles', relations);
  return part === undefined || !parts.has(part) ? [] : xlsxStyles(part, parts.read(part));
}

function partOf(type: string, relations: ReadonlyMap<string, Relation>): string | undefined {
  return [...relations.values()].find((relation) => relation.type === type)?.target;
}

function withoutRelations(part: string): FileFailure {
  const what = `The part that says where the sheets of ${part} are (workbook.xml.rels) is missing or empty.`;
  return fileFailure('damaged-file', what, 'Save it again with a spreadsheet program.');
}

/** A relationship of a part to another part or an address (ECMA-376 part 2, 9.3). */
interface Relation {
  /** Last segment of its type, such as `worksheet`: the same in transitional and strict files. */
  readonly type: string;
  /** Name of a part, or an address on the web. */
  readonly target: string;
}

/** Limit for one part: each hyperlink is a relation. */
const MAX_RELATIONS = 200_000;

/** Relations of a part, by identifier. @param part `''` for the package */
export async function relationsOf(parts: ZipParts, part: string): Promise<ReadonlyMap<string, Relation>> {
  const name = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
  const relations = new Map<string, Relation>();
  if (!parts.has(name)) return relations;
  const shape = { root: 'Relationships', item: 'Relationship', most: MAX_RELATIONS };
  for await (const { element } of partItems(name, parts.read(name), shape)) {
    const written = attributeOf(element, 'Target');
    const isOutside = attributeOf(element, 'TargetMode') === 'External';
    const type = attributeOf(element, 'Type').replace(/^.*\//s, '');
    const target = isOutside ? written : posix.join('/', posix.dirname(part), written).slice(1);
    relations.set(attributeOf(element, 'Id'), {
      type,
      target: !isOutside && written.startsWith('/') ? written.slice(1) : target,
    });
  }
  return relations;
}

/** Value of `r:id`, with any prefix. */
function relationId({ attributes }: XmlElement): string {
  for (const [name, value] of attributes) if (name.endsWith(':id')) return value;
  return '';
}

/** Excel's own limit is some 65,000 cell styles; there may be other styles. */
const MAX_STYLES = 200_000;

/** Number formats, by index of the cell style. */
async function xlsxStyles(name: string, chunks: AsyncIterable<Buffer>): Promise<readonly NumberKind[]> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  const shape = { root: 'styleSheet', containers: ['numFmts', 'cellXfs'], item: 'xf', most: MAX_STYLES };
  for await (const { element, within } of partItems(name, chunks, shape)) {
    const id = Number(attributeOf(element, 'numFmtId'));
    if (element.name === 'numFmt') codes.set(id, attributeOf(element, 'formatCode'));
    else if (within.at(-1)?.name === 'cellXfs') ids.push(id);
  }
  const kinds = new Map<number, NumberKind>();
  return ids.map((id) => {
    const code = codes.get(id);
    const kind = kinds.get(id) ?? (code === undefined ? builtInKind(id) : numberKind(code));
    kinds.set(id, kind);
    return kind;
  });
}

/** Merged cells and hyperlinks, which a worksheet lists apart from the cells. Keys are `row:column`. */
interface XlsxMarks {
  /** Number of rows that merged cells span. */
  readonly rowSpans: ReadonlyMap<string, number>;
  readonly links: ReadonlyMap<string, string>;
}

const MAX_MARKS = 200_000;
/** Limit on the rows of one hyperlink. */
const MAX_LINKED = 1000;

/** @param chunks of the worksheet; its rows are skipped. @throws FileFailure */
async function xlsxMarks(
  name: string,
  chunks: AsyncIterable<Buffer>,
  relations: ReadonlyMap<string, Relation>,
): Promise<XlsxMarks> {
  const rowSpans = new Map<string, number>();
  const links = new Map<string, string>();
  const shape = { root: 'worksheet', containers: ['sheetData', 'mergeCells', 'hyperlinks'], item: '' };
  for await (const { element } of partItems(name, withoutRows(chunks), shape)) {
    if (rowSpans.size + links.size > MAX_MARKS) throw tooMany();
    const range = rangeOf(element);
    if (range === undefined) continue;
    const [first, last] = range;
    const rows = last.row - first.row + 1;
    if (element.name === 'mergeCell' && rows > 1) rowSpans.set(markKey(first.row, first.column), rows);
    const address = element.name === 'hyperlink' ? addressOf(element, relations) : '';
    if (address === '') continue;
    for (let row = first.row; row <= last.row && row < first.row + MAX_LINKED; row++) {
      links.set(markKey(row, first.column), address);
    }
  }
  return { rowSpans, links };
}

function markKey(row: number, column: number): string {
  return `${row}:${column}`;
}

function rangeOf(element: XmlElement): readonly [CellPosition, CellPosition] | undefined {
  const [begin = '', end = begin] = attributeOf(element, 'ref').split(':');
  const [first, last] = [cellPosition(begin), cellPosition(end)];
  return first === undefined || last === undefined ? undefined : [first, last];
}

function addressOf(element: XmlElement, relations: ReadonlyMap<string, Relation>): string {
  const target = relations.get(relationId(element))?.target ?? '';
  const place = attributeOf(element, 'location');
  return target === '' ? '' : asWebAddress(place === '' || target.includes('#') ? target : `${target}#${place}`);
}

function tooMany(): FileFailure {
  const what = `A sheet has more than ${MAX_MARKS} merged cells and hyperlinks.`;
  return fileFailure('too-large', what, 'Save the sheet as CSV.');
}

const NAME = Buffer.from('sheetData>');
/** Longest prefix before the name in `</x:sheetData>`, in bytes. */
const LONGEST_PREFIX = 64;

/**
 * The bytes of a worksheet without its rows, which are most of the file: merged cells and hyperlinks come after
 * the rows, but must be known before these are read.
 */
async function* withoutRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isInside = false;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    let begin = 0;
    for (let at = bytes.indexOf(NAME); at !== -1; at = bytes.indexOf(NAME, at + NAME.length)) {
      const tag = tagBefore(bytes, at);
      if (isInside ? !tag.startsWith('</') : !tag.startsWith('<') || tag.startsWith('</')) continue;
      const end = at + NAME.length;
      if (!isInside) yield bytes.subarray(begin, end);
      begin = isInside ? at - tag.length : end;
      isInside = !isInside;
    }
    // A tag may be split between chunks.
    const kept = Math.max(begin, bytes.length - NAME.length - LONGEST_PREFIX);
    if (!isInside) yield bytes.subarray(begin, kept);
    rest = bytes.subarray(kept);
  }
  if (!isInside) yield rest;
}

/** The beginning of the tag, up to its name: `</x:`. */
function tagBefore(bytes: Buffer, at: number): string {
  return /<\/?(?:[^<>\s:]+:)?$/.exec(bytes.toString('latin1', Math.max(0, at - LONGEST_PREFIX), at))?.[0] ?? '';
}

/** Streams the rows of a worksheet. Ignores the size that the worksheet declares. */
async function* xlsxRows(
  name: string,
  chunks: AsyncIterable<Buffer>,
  context: XlsxContext & XlsxMarks,
): AsyncGenerator<SheetRow, void> {
  let last = 0;
  for await (const { element } of partItems(name, chunks, {
    root: 'worksheet',
    containers: ['sheetData'],
    item: 'row',
  })) {
    if (element.name !== 'row') continue;
    const said = Number(attributeOf(element, 'r'));
    last = Number.isInteger(said) && said > last && said <= LAST_ROW ? said : last + 1;
    yield { number: last, isHidden: isTrue(attributeOf(element, 'hidden')), cells: cellsOf(element, last, context) };
  }
}

function cellsOf(row: XmlElement, number: number, context: XlsxContext & XlsxMarks): SheetCell[] {
  const cells: SheetCell[] = [];
  let next = 0;
  for (const element of childrenOf(row, 'c')) {
    const column = cellPosition(attributeOf(element, 'r'))?.column ?? next;
    // One more than the limit, so that the reader notices that there are too many.
    if (column > MAX_COLUMNS) continue;
    next = column + 1;
    const cell = xlsxCell(element, context);
    if (cell === BLANK) continue;
    while (cells.length < column) cells.push(BLANK);
    // Cells may come in any order; of two at the same position, the first counts.
    if ((cells[column] ?? BLANK) === BLANK) cells[column] = marked(cell, markKey(number, column), context);
  }
  return cells;
}

function marked(cell: SheetCell, key: string, { rowSpans, links }: XlsxMarks): SheetCell {
  const rowSpan = rowSpans.get(key);
  const link = cell.link ?? links.get(key);
  if (rowSpan === undefined && link === undefined) return cell;
  return { ...cell, ...(rowSpan === undefined ? {} : { rowSpan }), ...(link === undefined ? {} : { link }) };
}

function isTrue(text: string): boolean {
  return text === '1' || text === 'true';
}

/** Parts of the workbook that cells refer to. */
interface XlsxContext {
  readonly strings: SharedStrings;
  readonly styles: readonly NumberKind[];
  readonly is1904: boolean;
}

/** Reads a `c` element (ECMA-376 part 1, 18.3.1.4). */
function xlsxCell(element: XmlElement, context: XlsxContext): SheetCell {
  const type = attributeOf(element, 't');
  if (type === 'e') return { text: '', fault: 'error' };
  const inline = childOf(element, 'is');
  const formula = childOf(element, 'f');
  const value = valueText(childOf(element, 'v'));
  if (inline === undefined && value === '') {
    return formula === undefined || type === 'str' ? BLANK : { text: '', fault: 'not calculated' };
  }
  const isShared = type === 's' && inline === undefined;
  if (isShared && !context.strings.has(Number(value))) return { text: '', fault: 'missing' };
  const text =
    inline === undefined
      ? textOf(value, type, context.styles[Number(attributeOf(element, 's'))], context)
      : richText(inline);
  const link = formula === undefined ? '' : linkOf(valueText(formula));
  return link === '' ? { text: text.trim() } : { text: text.trim(), link };
}

function textOf(value: string, type: string, kind: NumberKind | undefined, context: XlsxContext): string {
  switch (type) {
    case 's':
      return context.strings.at(Number(value)) ?? '';
    case 'str':
      return value;
    case 'b':
      return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
    case 'd':
      return isoText(value, kind);
    default:
      return numberText(value, kind, context);
  }
}

function numberText(value: string, kind: NumberKind | undefined, { is1904 }: XlsxContext): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const isDate = kind !== undefined && (kind.date || kind.time);
  const date = !isDate ? undefined : kind.elapsed ? elapsedText(number) : serialText(number, kind, is1904);
  return date ?? String(number);
}

/** `2026-10-27T17:30:00` → `2026-10-27 17:30`, or the part of it that the format shows. */
function isoText(value: string, kind: NumberKind | undefined): string {
  const [, date = '', clock = ''] = /^(\d{4}-\d\d-\d\d)?T?(\d\d:\d\d(?::\d\d)?)?/.exec(value) ?? [];
  const time = clock.replace(/:00$/, '').replace(/^(\d\d)$/, '$1:00');
  if (date === '' || clock === '') return date || time || value;
  if (kind !== undefined && kind.date !== kind.time) return kind.date ? date : time;
  return `${date} ${time}`;
}

function linkOf(formula: string): string {
  return asWebAddress(/^\s*HYPERLINK\(\s*"([^"]+)"/i.exec(formula)?.[1] ?? '');
}

/** Text of a shared or inline string, which may have several runs. Leaves out pronunciations (`rPh`). */
function richText(element: XmlElement): string {
  return childrenOf(element)
    .map((child) => (child.name === 't' ? rawText(child) : child.name === 'r' ? richText(child) : ''))
    .join('');
}

/** Decodes `_x000D_` (ECMA-376 part 1, 22.9.2.19). */
function xlsxText(text: string): string {
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return character === '\r' ? '' : character;
  });
}

function rawText({ content }: XmlElement): string {
  return xlsxText(content.filter((part) => typeof part === 'string').join(''));
}

/** Trimmed text; `''` when there is no element. */
function valueText(element: XmlElement | undefined): string {
  return xlsxText(elementText(element));
}

/** Block size in bytes; a longer string has its own block. */
const BLOCK = 1024 * 1024;
/** Limit on all strings, in bytes. */
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_STRINGS = 4_000_000;
/** Limit on the text that cells read in all, in bytes: every cell may refer to the same long string. */
const LARGEST_READ = 512 * 1024 * 1024;

/** The strings of a workbook, which cells refer to by number. Kept off the heap, in UTF-8. */
export class SharedStrings {
  readonly #blocks: Buffer[] = [];
  /** For each string: the block, and where it begins and ends there. */
  readonly #places: number[] = [];
  #used = BLOCK;
  #size = 0;
  #read = 0;

  /** @throws FileFailure when there are too many */
  add(text: string): void {
    const length = Buffer.byteLength(text);
    this.#size += length;
    if (this.#size > MAX_BYTES || this.#places.length > 3 * MAX_STRINGS) throw tooLarge(TOO_MANY);
    let block = this.#blocks.at(-1);
    if (block === undefined || this.#used + length > block.length) {
      block = Buffer.allocUnsafeSlow(Math.max(BLOCK, length));
      this.#blocks.push(block);
      this.#used = 0;
    }
    block.write(text, this.#used);
    this.#places.push(this.#blocks.length - 1, this.#used, this.#used + length);
    this.#used += length;
  }

  /** @throws FileFailure when there are no strings at all: every text would be blank */
  has(index: number): boolean {
    if (this.#places.length === 0)
      throw fileFailure('damaged-file', NO_TEXTS, 'Save it again with a spreadsheet program.');
    return Number.isInteger(index) && index >= 0 && 3 * index < this.#places.length;
  }

  /** Undefined: no string has this number. @throws FileFailure when too much is read in all */
  at(index: number): string | undefined {
    const [block = -1, begin = 0, end = 0] = index >= 0 ? this.#places.slice(3 * index, 3 * index + 3) : [];
    this.#read += end - begin;
    if (this.#read > LARGEST_READ)
      throw tooLarge(`Its cells have more than ${LARGEST_READ / 1024 / 1024} MiB of text.`);
    return this.#blocks[block]?.toString('utf8', begin, end);
  }
}

const TOO_MANY = `It has more than ${MAX_BYTES / 1024 / 1024} MiB of text, or more than ${MAX_STRINGS} different texts.`;
const NO_TEXTS = 'The part with the texts of its cells (sharedStrings.xml) is missing or empty.';

function tooLarge(what: string): FileFailure {
  return fileFailure('too-large', what, 'If it is the right file, save the sheet as CSV.');
}
