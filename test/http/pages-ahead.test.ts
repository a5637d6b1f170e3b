import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { textOf } from '../support/http-answer.ts';
import { startTestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { slugOf, talk } from '../support/wire-records.ts';

const TO_COME = [1, 2, 3, 4, 5];

const server = await startTestServer([
  ...TO_COME.map((number) => talk(slugOf(number), `2040-05-0${String(number)}T12:00:00Z`, { title: 'To come' })),
  talk(slugOf(9), '2010-05-01T12:00:00Z', { title: 'Over' }),
]);
after(() => server.close());

/** How many pages were written before anybody asked for them. */
async function written(): Promise<number> {
  const metrics = textOf(await server.ask('/metrics'));
  return Number(/^lectern_pages_ahead (\d+)$/m.exec(metrics)?.[1]);
}

async function page(number: number): Promise<string> {
  return textOf(await server.ask(`/talks/id/${slugOf(number)}`));
}

describe('pages that are written before anybody asks for them', () => {
  it('are none where only programs ask', async () => {
    await server.ask('/api/talks/search?from=today');
    assert.equal(await written(), 0);
  });

  it('are those of the talks to come, once somebody reads pages', async () => {
    await server.ask('/help');
    await until(async () => (await written()) >= TO_COME.length, 'the pages of all talks to come');
    assert.match(await page(1), /<h1[^>]*>To come</);
    assert.equal(await written(), TO_COME.length);
  });

  it('are written again when they change, and no others', async () => {
    await server.import([talk(slugOf(2), '2040-05-02T12:00:00Z', { title: 'Another title' })]);
    await until(async () => (await written()) > TO_COME.length, 'the page that changed');
    assert.match(await page(2), /<h1[^>]*>Another title</);
    assert.match(await page(3), /<h1[^>]*>To come</);
    assert.equal(await written(), TO_COME.length + 1);
  });

  it('say the same as one that is written for who asks', async () => {
    // What stands in the query besides is kept in the links to other languages, and so in no page that was written before.
    const asked = textOf(await server.ask(`/talks/id/${slugOf(5)}?by=hand`));
    assert.match(asked, /by=hand/);
    assert.equal(await page(5), asked.replaceAll('by=hand&amp;', ''));
  });
});
