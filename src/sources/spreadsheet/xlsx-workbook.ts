import { fileFailure } from '../file-failure.ts';
import type { FileFailure } from '../file-failure.ts';
import { partItems } from './part-items.ts';
import { SharedStrings } from './shared-strings.ts';
import type { Sheet, SheetRow, Workbook } from './workbook.ts';
import type { XlsxContext } from './xlsx-cell.ts';
import { xlsxMarks } from './xlsx-marks.ts';
import { relationId, relationsOf } from './xlsx-relations.ts';
import type { Relation } from './xlsx-relations.ts';
import { isTrue, xlsxRows } from './xlsx-rows.ts';
import { xlsxStyles } from './xlsx-styles.ts';
import { richText } from './xlsx-text.ts';
import type { ZipParts } from './zip-parts.ts';
import { attributeOf } from '../xml/xml-element.ts';

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
