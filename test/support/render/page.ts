import { parse, type DefaultTreeAdapterMap } from 'parse5';
import { elementsWithin, type Markup } from './markup.ts';

type Node = DefaultTreeAdapterMap['childNode'];

/** The root element of a page, parsed as browsers do. */
export function pageOf(html: string): Markup {
  const [root] = parse(html)
    .childNodes.flatMap(contentOf)
    .filter((part) => typeof part !== 'string');
  if (root === undefined) throw new Error('no root element');
  return root;
}

/** The first element with a name; throws if there is none. */
export function find(html: string, name: string): Markup {
  for (const element of elementsWithin(pageOf(html))) if (element.name === name) return element;
  throw new Error(`no element ${name}`);
}

/** All elements with a class, in document order. */
export function ofClass(html: string, name: string): Markup[] {
  return [...elementsWithin(pageOf(html))].filter(({ attributes }) => attributes.class?.split(' ').includes(name));
}

function contentOf(node: Node): (string | Markup)[] {
  if (node.nodeName === '#text' && 'value' in node) return [node.value];
  if (!('tagName' in node)) return [];
  const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
  return [{ name: node.tagName, attributes, content: node.childNodes.flatMap(contentOf) }];
}
