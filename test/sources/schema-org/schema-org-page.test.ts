import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSchemaOrg } from '#sources/schema-org/schema-org.ts';
import { READ_OPTIONS } from '../../support/sources/read-source.ts';

const EVENT = { '@type': 'Event', '@id': '#moss', name: 'On moss', startDate: '2026-10-27T17:00:00Z' };

/** The addresses that talks lead back to, of a page that was fetched where nobody else may. */
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

test('an event without an address leads to what its page says that its own is', async () => {
  assert.deepEqual(await leadingBack('<link rel="canonical" href="/talks">'), ['https://example.org/talks']);
});

test('the address at which a page was fetched is never given away', async () => {
  assert.deepEqual(await leadingBack(''), ['']);
  assert.deepEqual(await leadingBack('<link rel="canonical" href="javascript:alert(1)">'), ['']);
});
