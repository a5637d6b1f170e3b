import { elementsIn, markupOf, type Markup } from '../render/markup.ts';

/** An element as it was parsed; where there are children, `text` is what stands between them. */
export interface XmlElement {
  readonly name: string;
  readonly text: string;
  readonly children: XmlElement[];
}

/** The root element of a document without attributes, parsed by the book; throws when it is not well-formed or not UTF-8. */
export function elementOf(bytes: Uint8Array): XmlElement {
  return plain(markupOf(bytes));
}

function plain(element: Markup): XmlElement {
  return {
    name: element.name,
    text: element.content.filter((part) => typeof part === 'string').join(''),
    children: elementsIn(element).map(plain),
  };
}
