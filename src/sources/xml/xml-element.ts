/** An element with its content. */
export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  /** Namespace URI; `''` for none. */
  readonly namespace: string;
  /** From 1: where it begins. */
  readonly line: number;
  /** By name, with its prefix in the document (`xml:lang`). Namespace declarations are not included. */
  readonly attributes: ReadonlyMap<string, string>;
  /** In order; texts have entities decoded. */
  readonly content: readonly (XmlElement | string)[];
}

/** Child elements, optionally by name and namespace. */
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

/** All text inside, trimmed; `''` when there is no element. */
export function elementText(element: XmlElement | undefined): string {
  return element === undefined ? '' : wholeText(element).trim();
}

/** Text of the first child of that name. */
export function childText(element: XmlElement, name: string, namespace?: string): string {
  return elementText(childOf(element, name, namespace));
}

/** As `childText`; undefined when there is no such child. */
export function optionalChildText(element: XmlElement, name: string): string | undefined {
  const child = childOf(element, name);
  return child === undefined ? undefined : elementText(child);
}

export function attributeOf(element: XmlElement | undefined, name: string): string {
  return element?.attributes.get(name)?.trim() ?? '';
}

function wholeText(element: XmlElement): string {
  return element.content.map((part) => (typeof part === 'string' ? part : wholeText(part))).join('');
}

/** The content as HTML: without prefixes, and with all end tags. */
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
