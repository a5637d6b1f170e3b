import { asWebAddress } from '../web-address.ts';
import { attributeOf, childrenOf } from '../xml/xml-element.ts';
import type { XmlElement } from '../xml/xml-element.ts';

/** Limit on the spaces that one element stands for. */
const MAX_SPACES = 1000;

/** Text of a cell: its paragraphs, without comments (OpenDocument 1.3 part 3, 6.1). */
export function odsText(cell: XmlElement): string {
  return childrenOf(cell, 'p').map(inlineText).join('\n').trim();
}

function inlineText({ content }: XmlElement): string {
  return content
    .map((part) => {
      // Line breaks in the XML count as spaces.
      if (typeof part === 'string') return part.replace(/[ \t\r\n]+/g, ' ');
      if (part.name === 's') return ' '.repeat(Math.min(Number(attributeOf(part, 'text:c')) || 1, MAX_SPACES));
      if (part.name === 'tab') return '\t';
      if (part.name === 'line-break') return '\n';
      return part.name === 'annotation' || part.name === 'note' ? '' : inlineText(part);
    })
    .join('');
}

/** The first hyperlink in a cell; `''` when there is none. */
export function odsLink(element: XmlElement): string {
  for (const child of childrenOf(element)) {
    if (child.name === 'annotation') continue;
    const link = child.name === 'a' ? asWebAddress(attributeOf(child, 'xlink:href')) : odsLink(child);
    if (link !== '') return link;
  }
  return '';
}
