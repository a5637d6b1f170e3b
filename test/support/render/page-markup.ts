import type { Markup } from './markup.ts';
import { allOf, oneOf, pageTree, seenText } from './page-tree.ts';

/** All elements with a name, in document order. */
export function elementsOf(html: string, name: string): Markup[] {
  return allOf(pageTree(html), name);
}

/** Address and text of each link in a page's `main` element. */
export function linksIn(html: string): { readonly href: string; readonly text: string }[] {
  const main = oneOf(pageTree(html), 'main');
  return allOf(main, 'a').map((link) => ({ href: link.attributes.href ?? '', text: seenText(link) }));
}

/** A page without what stands beside its list, where the next talk is named again. */
export function withoutAside(html: string): string {
  return html.replace(/<aside class="list-aside"[^]*?<\/aside>/, '');
}

/** The text of each element with a name. */
export function textsOf(html: string, name: string): string[] {
  return elementsOf(html, name).map(seenText);
}
