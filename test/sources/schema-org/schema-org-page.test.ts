import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSchemaOrg } from '#sources/schema-org/schema-org.ts';
import { READ_OPTIONS } from '../../support/sources/read-source.ts';

const EVENT = { '@type': 'Event', '@id': '#moss', name: 'On moss', startDate: '2026-10-27T17:00:00Z' };

/** The URLs of the talks on a page that was fetched from a private address. */
async function leadingBack(head: string): Promise<readonly string[]> {
  const html = `<html><head>${head}</head><body><script type="application/ld+json">${JSON.stringify(EVENT)}</script></body></html>`;
  async function* chunks() {
    yield await Promise.resolve(Buffer.from(html));
  }
  const file = { name: 'page', address: 'https://example.org/private-0123/talks?key=hush', chunks: chunks() };
  const urls: string[] = [];
  for await (const { talks } of readSchemaOrg(file, READ_OPTIONS)) urls.push(...talks.map(({ url }) => url));
  return urls;
}

test('an event without a URL gets the canonical URL of its page', async () => {
  assert.deepEqual(await leadingBack('<link rel="canonical" href="/talks">'), ['https://example.org/talks']);
});

test('an event never gets the address from which its page was fetched', async () => {
  assert.deepEqual(await leadingBack(''), ['']);
  assert.deepEqual(await leadingBack('<link rel="canonical" href="javascript:alert(1)">'), ['']);
});
