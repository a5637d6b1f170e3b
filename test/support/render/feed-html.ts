import assert from 'node:assert/strict';
import { elementsWithin, markupOf, textOf } from './markup.ts';

/** Elements that our HTML fragments may contain, with their attributes. */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  div: ['dir'],
  p: ['dir'],
  ...Object.fromEntries('b i sub sup code br bdi ul ol li blockquote pre'.split(' ').map((name) => [name, []])),
  a: ['href'],
};

/**
 * Returns the text of a fragment. Fails if it contains anything but text in paragraphs and lists, and links to web and
 * mail addresses.
 */
export function harmlessText(html: string): string {
  const root = markupOf(Buffer.from(`<div>${html}</div>`));
  for (const { name, attributes } of elementsWithin(root)) {
    const allowed = HARMLESS[name];
    assert.ok(allowed !== undefined, `unexpected element ${name}`);
    for (const attribute of Object.keys(attributes)) assert.ok(allowed.includes(attribute), `${name} has ${attribute}`);
    if (name === 'a') assert.match(attributes.href ?? '', /^(?:https?:\/\/|mailto:)/);
  }
  return textOf(root);
}
