import { elementsIn, markupOf, type Markup } from '../render/markup.ts';

/** A parsed element; `text` is its text outside its children. */
export interface XmlElement {
  readonly name: string;
  readonly text: string;
  readonly children: XmlElement[];
}

/** The root element of a document, without attributes; throws if it is not well-formed UTF-8. */
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
