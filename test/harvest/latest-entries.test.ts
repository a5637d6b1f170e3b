import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importFiles, talksIn } from '../support/sources/import-calendars.ts';
import { storeOf } from '../support/db/open-stores.ts';

function feedOf(...titles: readonly string[]): string {
  const items = titles.map(
    (title) =>
      `<item><title>${title}</title><guid>${title}</guid><ev:startdate>2027-02-01T17:00:00Z</ev:startdate></item>`,
  );
  return `<rss version="2.0" xmlns:ev="http://purl.org/rss/1.0/modules/event/"><channel>${items.join('')}</channel></rss>`;
}

test('a talk that fell off the end of a feed is neither cancelled nor removed', async (t) => {
  const store = await storeOf(t);
  await importFiles(store, { 'talks.rss': feedOf('Moss', 'Fern') });
  for (const gone of ['cancel', 'remove'] as const) {
    const report = await importFiles(store, { 'talks.rss': feedOf('Fern', 'Lichen') }, { sources: { gone } });
    assert.ok(report.ok);
    assert.deepEqual(
      report.sources[0]?.gone.map(({ title, fate }) => `${title} ${fate}`),
      ['Moss kept'],
    );
  }
  const shown = (await talksIn(store)).map(({ title, status }) => `${title} ${status}`).sort();
  assert.deepEqual(shown, ['Fern published', 'Lichen published', 'Moss published']);
});
