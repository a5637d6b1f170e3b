/** An element with all that is in it. */
export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  /** The address of its namespace; `''` of none. */
  readonly namespace: string;
  /** From 1: where it begins. */
  readonly line: number;
  /** By name, with the prefix that the document gives it (`xml:lang`). Declarations of namespaces are not among them. */
  readonly attributes: ReadonlyMap<string, string>;
  /** In order; text is as it came, without entities. */
  readonly content: readonly (XmlElement | string)[];
}

/** The elements right within it; of one name, and of one namespace when that is given. */
export function childrenOf(element: XmlElement, name?: string, namespace?: string): XmlElement[] {
  return element.content.filter(
    (part): part is XmlElement =>
      typeof part !== 'string' &&
      (name === undefined || part.name === name) &&
      (namespace === undefined || part.namespace === namespace),
  );
}

export function childOf(element: XmlElement, name: string, namespace?: string): XmlElement | undefined {
  return childrenOf(element, name, namespace)[0];
}

/** Its text and that of all within it, without blanks at its ends; `''` of no element. */
export function elementText(element: XmlElement | undefined): string {
  return element === undefined ? '' : wholeText(element).trim();
}

/** Of the first child with that name. */
export function childText(element: XmlElement, name: string, namespace?: string): string {
  return elementText(childOf(element, name, namespace));
}

/** The same; undefined when there is no such child, which says nothing. */
export function optionalChildText(element: XmlElement, name: string, namespace?: string): string | undefined {
  const child = childOf(element, name, namespace);
  return child === undefined ? undefined : elementText(child);
}

export function attributeOf(element: XmlElement | undefined, name: string): string {
  return element?.attributes.get(name)?.trim() ?? '';
}

function wholeText(element: XmlElement): string {
  return element.content.map((part) => (typeof part === 'string' ? part : wholeText(part))).join('');
}

/** What is in it, as HTML: elements lose their prefixes, and are written out with their ends. */
export function markupIn(element: XmlElement): string {
  return element.content.map((part) => (typeof part === 'string' ? escaped(part) : markupOf(part))).join('');
}

function markupOf(element: XmlElement): string {
  const attributes = [...element.attributes].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
  const inside = markupIn(element);
  const isVoid = inside === '' && /^(?:area|br|col|hr|img|wbr)$/.test(element.name);
  return `<${element.name}${attributes}>${inside}${isVoid ? '' : `</${element.name}>`}`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
