import { builtInKind, numberKind } from './number-format.ts';
import type { NumberKind } from './number-format.ts';
import { partItems } from './part-items.ts';
import { attributeOf } from '../xml/xml-element.ts';
import type { XmlItem } from '../xml/xml.ts';

/** Excel's own limit is some 65,000 cell styles; there may be other styles. */
const MAX_STYLES = 200_000;

/** Number formats, by index of the cell style. */
export async function xlsxStyles(name: string, chunks: AsyncIterable<Buffer>): Promise<readonly NumberKind[]> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  const shape = { root: 'styleSheet', containers: ['numFmts', 'cellXfs'], item: 'xf', most: MAX_STYLES };
  for await (const { element, within } of partItems(name, chunks, shape)) {
    const id = Number(attributeOf(element, 'numFmtId'));
    if (element.name === 'numFmt') codes.set(id, attributeOf(element, 'formatCode'));
    else if (isOfCells(within)) ids.push(id);
  }
  const kinds = new Map<number, NumberKind>();
  return ids.map((id) => {
    const code = codes.get(id);
    const kind = kinds.get(id) ?? (code === undefined ? builtInKind(id) : numberKind(code));
    kinds.set(id, kind);
    return kind;
  });
}

function isOfCells(within: XmlItem['within']): boolean {
  return within.at(-1)?.name === 'cellXfs';
}
