import { childrenOf, elementText } from '../xml/xml-element.ts';
import type { XmlElement } from '../xml/xml-element.ts';

/** Text of a shared or inline string, which may have several runs. Leaves out pronunciations (`rPh`). */
export function richText(element: XmlElement): string {
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
export function valueText(element: XmlElement | undefined): string {
  return xlsxText(elementText(element));
}
