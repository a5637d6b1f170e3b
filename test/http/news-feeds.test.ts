import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { slugOf, talk, type WireRecord } from '../support/catalogue/wire-records.ts';
import { startTestServer, type TestServer } from '../support/http/server.ts';
import { jsonOf } from '../support/http/http-answer.ts';
import { listAt, textAt } from '../support/json-value.ts';
import { readFeed } from '../support/render/read-feed.ts';
import { elementsIn, markupOf, textOf as markupText, type Markup } from '../support/render/markup.ts';

const NEWS = ['.atom', '.rss', '.feed.json'];
const MOVED = slugOf(1);

/** One talk a day from 20 April 2016, at noon. */
function onDay(day: number, fields: Readonly<Record<string, unknown>> = {}): WireRecord {
  const start = new Date(Date.UTC(2016, 3, 20 + day, 12)).toISOString().replace('.000', '');
  return talk(slugOf(day), start, { title: `Talk ${String(day)}`, ...fields });
}

describe('Atom, RSS and JSON Feed', () => {
  let server: TestServer;
  before(async () => {
    mock.timers.enable({ apis: ['Date'], now: Date.parse('2016-05-01T15:00:00Z') });
    server = await startTestServer(Array.from({ length: 200 }, (_, day) => onDay(day)));
  });
  after(async () => {
    mock.timers.reset();
    await server.close();
  });

  async function titlesAt(path: string, suffix: string, query = ''): Promise<readonly string[]> {
    return readFeed(suffix, await server.ask(path + suffix + query)).talks.map(({ title }) => title);
  }
  const talks = (from: number, count: number): string[] =>
    Array.from({ length: count }, (_, n) => `Talk ${String(from + n)}`);

  it('begin with the talks of today, and have 100 of them', async () => {
    for (const suffix of NEWS) {
      const search = (query: string): Promise<readonly string[]> => titlesAt('/api/talks/search', suffix, query);
      assert.deepEqual(await search(''), talks(11, 100), suffix);
      assert.deepEqual(await search('?page=2'), talks(111, 89), suffix);
      assert.deepEqual(await search('?count=5'), talks(11, 5), suffix);
      assert.deepEqual(await search('?count=150'), talks(11, 150), suffix);
      assert.deepEqual(await search('?from=2016-04-22'), talks(2, 100), suffix);
      assert.deepEqual(await search('?from=2016-04-22&to=2016-04-23'), talks(2, 2), suffix);
    }
    const answer = await server.ask('/api/talks/search.feed.json');
    assert.equal(textAt(jsonOf(answer), 'description'), 'Talks from today on.');
    assert.deepEqual((await titlesAt('/api/talks/search', '.csv')).length, 200);
  });

  for (const [what, record, notice, title] of [
    ['moved', onDay(20, { slug: MOVED }), 'Moved from Thursday 21 April 2016, 13:00.', 'Talk 20'],
    [
      'cancelled',
      onDay(20, { slug: MOVED, status: 'cancelled' }),
      'This talk has been cancelled.',
      'Cancelled: Talk 20',
    ],
  ] as const) {
    it(`say at the beginning of its entry that a talk was ${what}, with a new date of change`, async () => {
      const old = await entriesOf();
      await server.import([record]);
      const entries = await entriesOf();
      for (const [suffix, { updated, texts, ...entry }] of Object.entries(entries)) {
        assert.equal(entry.title, title, suffix);
        for (const text of texts)
          assert.ok(text.startsWith(notice) || text.startsWith(`<p dir="auto"><b>${notice}</b></p>`), text);
        assert.ok(updated > (old[suffix]?.updated ?? '9'), `${suffix}: ${old[suffix]?.updated ?? ''} → ${updated}`);
      }
    });
  }

  /** The entry of the talk in each format, which is the only one. */
  async function entriesOf(): Promise<Record<string, { title: string; updated: string; texts: readonly string[] }>> {
    const path = `/api/talks/${MOVED}`;
    const [item] = listAt(jsonOf(await server.ask(`${path}.feed.json`)), 'items');
    const atom = elementsIn(markupOf((await server.ask(`${path}.atom`)).body)).at(-1);
    const [channel] = elementsIn(markupOf((await server.ask(`${path}.rss`)).body));
    const rss = channel && elementsIn(channel).at(-1);
    const child = (element: Markup | undefined, name: string): string =>
      markupText((element && elementsIn(element).find((one) => one.name === name)) ?? assert.fail(`no ${name}`));
    return {
      '.atom': {
        title: child(atom, 'title'),
        updated: child(atom, 'updated'),
        texts: [child(atom, 'summary'), child(atom, 'content')],
      },
      '.rss': {
        title: child(rss, 'title'),
        updated: child(rss, 'atom:updated'),
        texts: [child(rss, 'description')],
      },
      '.feed.json': {
        title: textAt(item, 'title'),
        updated: textAt(item, 'date_modified'),
        texts: [textAt(item, 'summary'), textAt(item, 'content_text'), textAt(item, 'content_html')],
      },
    };
  }
});
