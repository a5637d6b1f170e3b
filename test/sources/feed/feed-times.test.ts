import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFeed } from '#sources/feed/feed.ts';
import { readSource } from '../../support/sources/read-source.ts';
import { NAMESPACES, START, atom, rss, talkOf } from './feed-of-one.ts';

describe('a feed item without a valid time or identifier', () => {
  it('is rejected even if it has a publication date, and the next item is read', async () => {
    const published = '<pubDate>Fri, 20 Nov 2026 17:00:00 GMT</pubDate>';
    const feed = rss(published).replace('</channel>', `\n<item><guid>2</guid>${START}</item></channel>`);
    const { talks, problems } = await readSource(readFeed, feed);
    assert.deepEqual(
      problems.map(({ line, what, key, hint }) => [line, what, key, hint.includes('--map start=pubDate')]),
      [[2, '"On moss" does not say when it takes place; its date of publication does not count.', 'moss-1', true]],
    );
    assert.deepEqual(
      talks.map(({ key }) => key),
      ['2'],
    );
  });

  it('is imported if the mapping names the elements of its start and end', async () => {
    const dates = '<pubDate>Fri, 20 Nov 2026 17:00:00 GMT</pubDate><dc:date>2026-11-20T18:00:00Z</dc:date>';
    const mapping = new Map([
      ['start', 'pubDate'],
      ['end', 'dc:date'],
    ]);
    const { start, end } = await talkOf(rss(dates), { mapping });
    assert.deepEqual([start, end], ['2026-11-20T17:00:00Z', '2026-11-20T18:00:00Z']);
  });

  it('is rejected if the mapping names an unknown field', async () => {
    const { problems } = await readSource(readFeed, rss(START), { mapping: new Map([['strat', 'pubDate']]) });
    assert.deepEqual(
      problems.map(({ what, hint }) => [what, hint.slice(0, 46)]),
      [['Unknown field "strat".', 'Did you mean "start"? The fields are title, st']],
    );
  });

  const BAD = [
    [rss('<ev:startdate>soon</ev:startdate>'), 'start: "soon" is not a valid time.'],
    [rss('<ev:startdate></ev:startdate>'), 'start: "On moss" does not say when it takes place; its date of publication does not count.'],
    [
      atom('<gd:recurrence>DTSTART:20261120\nRRULE:FREQ=WEEKLY</gd:recurrence>'),
      'start: "On moss" repeats by a rule, and the feed does not list its times.',
    ],
    [
      `<rss version="2.0" ${NAMESPACES}><channel><item><title>A</title>${START}</item></channel></rss>`,
      'guid: "A" has neither an identifier nor a link.',
    ],
  ] as const; // oxfmt-ignore
  it('is imported without an end if only its end is invalid', async () => {
    const { talks, problems } = await readSource(readFeed, rss(`${START}<ev:enddate>late</ev:enddate>`));
    assert.deepEqual(
      [talks.map(({ start, end }) => [start, end]), problems.map(({ where, what }) => `${where}: ${what}`)],
      [
        [['2026-11-20T17:00:00Z', '2026-11-20T17:00:00Z']],
        ['end: "late" is not a valid time. It is imported without an end.'],
      ],
    );
  });

  for (const [feed, expected] of BAD) {
    it(`is rejected with “${expected}”`, async () => {
      const { talks, problems } = await readSource(readFeed, feed);
      assert.deepEqual([talks, problems.map(({ where, what }) => `${where}: ${what}`)], [[], [expected]]);
    });
  }
});

describe('a feed item that ends at the midnight before it begins', () => {
  it('ends at the midnight after, also when the clocks change', async () => {
    const times = '<ev:startdate>2026-10-25T18:00:00</ev:startdate><ev:enddate>2026-10-25T00:00:00</ev:enddate>';
    const { start, end } = await talkOf(rss(times), { zone: 'Europe/London' });
    assert.deepEqual([start, end], ['2026-10-25T18:00:00Z', '2026-10-26T00:00:00Z']);
  });
});
