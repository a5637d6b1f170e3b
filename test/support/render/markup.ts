import { SaxesParser } from 'saxes';

/** A parsed element, with its text and elements in document order. */
export interface Markup {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: (string | Markup)[];
}

/**
 * The root element of XML or of one of our pages, which are XML and HTML at once; throws if it is not well-formed
 * UTF-8.
 */
export function markupOf(bytes: Uint8Array): Markup {
  const outside: Markup = { name: '', attributes: {}, content: [] };
  const open = [outside];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: { ...attributes }, content: [] };
    open.at(-1)?.content.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    open.at(-1)?.content.push(text);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)).close();
  const [root] = elementsIn(outside);
  if (root === undefined) throw new Error('no root element');
  return root;
}

export function elementsIn(element: Markup): Markup[] {
  return element.content.filter((part) => typeof part !== 'string');
}

/** An element and all elements within it, in document order. */
export function* elementsWithin(element: Markup): Generator<Markup> {
  yield element;
  for (const child of elementsIn(element)) yield* elementsWithin(child);
}

/** All text in an element, unchanged. */
export function textOf(element: Markup): string {
  return element.content.map((part) => (typeof part === 'string' ? part : textOf(part))).join('');
}
