import { odsRows, rowsIn } from './ods-rows.ts';
import { fileFailure } from '../file-failure.ts';
import type { FileFailure } from '../file-failure.ts';
import { SAVE_AGAIN, partItems } from './part-items.ts';
import { LAST_ROW } from './workbook.ts';
import type { Sheet, SheetRow, Workbook } from './workbook.ts';
import type { ZipParts } from './zip-parts.ts';
import { attributeOf, childrenOf } from '../xml/xml-element.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import type { XmlItem } from '../xml/xml.ts';

export const ODS_CONTENT = 'content.xml';

const SHAPE = {
  root: 'document-content',
  containers: [
    'automatic-styles',
    'body',
    'spreadsheet',
    'table',
    'table-rows',
    'table-header-rows',
    'table-row-group',
  ],
  item: 'table-row',
};

/** Reads an OpenDocument 1.3 workbook, as LibreOffice and others write it. All sheets are in one part. */
export function odsWorkbook(parts: ZipParts): Workbook {
  return { sheets: () => sheets(partItems(ODS_CONTENT, parts.read(ODS_CONTENT), SHAPE)) };
}

async function* sheets(items: AsyncGenerator<XmlItem>): AsyncGenerator<Sheet> {
  const hiddenStyles = new Set<string>();
  /** The sheet being read; `next` is the next item of the part. */
  let table: XmlElement | undefined;
  let next = await items.next();
  const isHidden = (of: XmlElement): boolean => hiddenStyles.has(attributeOf(of, 'table:style-name'));
  /** Rows read of elements that stand for more than one: a small file could have any number. */
  let copies = 0;
  async function* rows(of: XmlElement): AsyncGenerator<SheetRow, void> {
    let number = 1;
    for (; next.done !== true && tableOf(next.value) === of; next = await items.next()) {
      const { element } = next.value;
      if (element.name !== 'table-row') continue;
      for (const row of odsRows(element, number)) {
        if (row.number > number && ++copies > LAST_ROW) throw tooManyCopies();
        yield row;
      }
      number += rowsIn(element);
    }
  }
  try {
    while (next.done !== true) {
      const { element } = next.value;
      const found = tableOf(next.value);
      if (found !== undefined && found !== table) {
        table = found;
        yield { name: attributeOf(found, 'table:name'), isHidden: isHidden(found), rows: () => rows(found) };
        continue;
      }
      addHiding(element, hiddenStyles);
      next = await items.next();
    }
  } finally {
    await items.return(undefined);
  }
}

function tooManyCopies(): FileFailure {
  return fileFailure(
    'too-large',
    `Its rows are repeated more than ${LAST_ROW.toLocaleString('en')} times.`,
    SAVE_AGAIN,
  );
}

function tableOf({ within }: XmlItem): XmlElement | undefined {
  return within.find(({ name }) => name === 'table');
}

/** Adds the style if it hides sheets. */
function addHiding(element: XmlElement, styles: Set<string>): void {
  if (element.name !== 'style') return;
  const isHiding = childrenOf(element, 'table-properties').some((of) => attributeOf(of, 'table:display') === 'false');
  if (isHiding) styles.add(attributeOf(element, 'style:name'));
}
