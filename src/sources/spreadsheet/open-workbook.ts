import { FileFailure, fileFailure } from '../file-failure.ts';
import { peek } from '../peek.ts';
import { ODS_CONTENT, odsWorkbook } from './ods.ts';
import { partItems, ENCRYPTED, SAVE_OPEN, WORKBOOK, ZipParts } from './parts.ts';
import { COMPOUND } from './workbook.ts';
import type { Workbook } from './workbook.ts';
import { relationsOf, xlsxWorkbook } from './xlsx.ts';
import { attributeOf, childrenOf } from '../xml/xml-element.ts';

/** @throws FileFailure when it is not a workbook, or cannot be read */
export async function openWorkbook(file: AsyncIterable<Buffer>): Promise<Workbook> {
  const { head, chunks } = await peek(file, COMPOUND.length, () => false);
  if (head.equals(COMPOUND)) throw fileFailure('old-workbook', OLD, 'Save it as .xlsx, without a password.');
  const parts = await ZipParts.open(chunks, WORKBOOK);
  const type = parts.has('mimetype') ? await shortText(parts, 'mimetype') : '';
  if (type.includes('opendocument.spreadsheet') || (type === '' && parts.has(ODS_CONTENT))) {
    if (await isEncrypted(parts)) throw fileFailure('encrypted-file', ENCRYPTED, SAVE_OPEN);
    return odsWorkbook(parts);
  }
  const main = [...(await relationsOf(parts, '')).values()].find((relation) => relation.type === 'officeDocument');
  const part = main?.target ?? 'xl/workbook.xml';
  if (/\.bin$/i.test(part)) throw fileFailure('other-workbook', 'It is a binary Excel workbook (.xlsb).', AS_XLSX);
  if (/(?:^|\/)workbook[^/]*\.xml$/i.test(part) && parts.has(part)) return xlsxWorkbook(parts, part);
  if (parts.has('Index/Document.iwa')) throw fileFailure('other-workbook', 'It is a Numbers document.', AS_XLSX);
  throw fileFailure('no-workbook', otherwise(type, part), 'Unpack it, or give another file.');
}

const OLD = 'It is a workbook of Excel before 2007 (.xls), or protected with a password.';
const AS_XLSX = 'Save it as .xlsx.';

function otherwise(type: string, part: string): string {
  if (/(?:^|\/)document[^/]*\.xml$/i.test(part) || type.includes('opendocument.text')) {
    return 'It is a text document, not a workbook.';
  }
  return 'It is a zip archive, not a workbook.';
}

async function isEncrypted(parts: ZipParts): Promise<boolean> {
  const name = 'META-INF/manifest.xml';
  if (!parts.has(name)) return false;
  try {
    for await (const { element } of partItems(name, parts.read(name), { root: 'manifest', item: '' })) {
      const isContent = attributeOf(element, 'manifest:full-path') === ODS_CONTENT;
      if (isContent && childrenOf(element, 'encryption-data').length > 0) return true;
    }
  } catch (error) {
    // The manifest is only needed to detect encryption.
    if (!(error instanceof FileFailure)) throw error;
  }
  return false;
}

/** The beginning of a part. */
async function shortText(parts: ZipParts, name: string): Promise<string> {
  for await (const chunk of parts.read(name)) return chunk.toString('latin1', 0, LONGEST_TYPE);
  return '';
}

/** Longest media type, in bytes. */
const LONGEST_TYPE = 200;
