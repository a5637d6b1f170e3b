import assert from 'node:assert/strict';
import { elementsWithin, markupOf, textOf } from './markup.ts';

/** Elements that our HTML fragments may contain, with their attributes. */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  div: [],
  p: ['dir'],
  b: [],
  br: [],
  bdi: [],
  a: ['href'],
};

/**
 * Returns the text of a fragment. Fails if it contains anything but paragraphs, bold text, line breaks and links to web
 * addresses.
 */
export function harmlessText(html: string): string {
  const root = markupOf(Buffer.from(`<div>${html}</div>`));
  for (const { name, attributes } of elementsWithin(root)) {
    const allowed = HARMLESS[name];
    assert.ok(allowed !== undefined, `unexpected element ${name}`);
    for (const attribute of Object.keys(attributes)) assert.ok(allowed.includes(attribute), `${name} has ${attribute}`);
    if (name === 'a') assert.match(attributes.href ?? '', /^https?:\/\//);
  }
  return textOf(root);
}
