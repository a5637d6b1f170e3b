import assert from 'node:assert/strict';
import { elementsWithin, markupOf, textOf } from './markup.ts';

/** What a fragment of HTML of ours may have, and with which attributes. */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  div: [],
  p: ['dir'],
  b: [],
  br: [],
  bdi: [],
  a: ['href'],
};

/** Fails where a fragment is anything but paragraphs, bold, breaks and links to web addresses; answers its text. */
export function harmlessText(html: string): string {
  const root = markupOf(Buffer.from(`<div>${html}</div>`));
  for (const { name, attributes } of elementsWithin(root)) {
    const allowed = HARMLESS[name];
    assert.ok(allowed !== undefined, `there is an element ${name}`);
    for (const attribute of Object.keys(attributes)) assert.ok(allowed.includes(attribute), `${name} has ${attribute}`);
    if (name === 'a') assert.match(attributes.href ?? '', /^https?:\/\//);
  }
  return textOf(root);
}
