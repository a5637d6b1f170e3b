import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

/** An element as a browser has it. */
export interface HtmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** In the order of the document. */
  readonly content: readonly (string | HtmlElement)[];
}

/** What a browser makes of a piece of a page's body, and what it has to object to in it. */
export function readHtml(html: string): { readonly content: readonly (string | HtmlElement)[]; faults: string[] } {
  const faults: string[] = [];
  const fragment = parseFragment(html, {
    onParseError: ({ code, startOffset }) => faults.push(`${code} at ${html.slice(startOffset, startOffset + 40)}`),
  });
  return { content: fragment.childNodes.flatMap(elementOf), faults };
}

function elementOf(node: DefaultTreeAdapterTypes.ChildNode): (string | HtmlElement)[] {
  if (node.nodeName === '#text' && 'value' in node) return [node.value];
  if (!('tagName' in node)) return [{ name: node.nodeName, attributes: {}, content: [] }];
  return [
    {
      name: node.tagName,
      attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
      content: node.childNodes.flatMap(elementOf),
    },
  ];
}

/** All elements in it, outer ones first. */
export function* allElements(content: readonly (string | HtmlElement)[]): Generator<HtmlElement> {
  for (const part of content) {
    if (typeof part === 'string') continue;
    yield part;
    yield* allElements(part.content);
  }
}

/** All text in it. */
export function allText(content: readonly (string | HtmlElement)[]): string {
  return content.map((part) => (typeof part === 'string' ? part : allText(part.content))).join('');
}
