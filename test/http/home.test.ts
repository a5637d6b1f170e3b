import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { UNIVERSITY } from '../support/catalogue/university.ts';
import { slugOf, talk, type WireRecord } from '../support/catalogue/wire-records.ts';
import { textOf } from '../support/http/http-answer.ts';
import { testServer, type AskableServer } from '../support/http/server.ts';
import { htmlFaults } from '../support/render/html.ts';
import { allOf, hasClass, oneOf, pageTree, seenText } from '../support/render/page-tree.ts';
import { listedOn, searchReader } from './search-reader.ts';

const HOUR = 3_600_000;

/** Times in winter, when London is on UTC, and what the home page shows at each. */
const CLOCKS = [
  {
    when: 'at noon',
    now: '2026-02-10T12:00:00Z',
    on: ['All day', 'Two hours', 'Of unknown length', 'Three days'],
    ofToday: 'All 16 talks',
    ofThreeDays: ', day 2 of 4Three days',
    next: [73, 70, 71],
  },
  {
    // Talks that began before midnight come after those that begin today.
    when: 'twenty minutes after midnight',
    now: '2026-02-10T00:20:00Z',
    on: ['Three days', 'All day', 'Two hours', 'Of unknown length'],
    ofToday: 'All 14 talks',
    ofThreeDays: ', day 3 of 4Three days',
    next: [70, 73, 71],
  },
] as const;

/** A title, and the hours from now until the talk starts and ends. */
type Hours = readonly [title: string, start: number, end: number];

const ON: readonly Hours[] = [
  ['Three days', -26, 40],
  ['All day', -11, 9],
  ['Two hours', -1.5, 0.5],
  ['Of unknown length', -0.5, -0.5],
];
const OVER: readonly Hours[] = [
  ['Over since yesterday', -50, -13],
  ['Just over', -30, 0],
  ['Of unknown length, over', -1.25, -1.25],
  ['Half an hour', -0.75, -0.25],
];
const EXHIBITIONS = Array.from({ length: 6 }, (_, at): Hours => [`Exhibition ${String(at)}`, -100 + at, 200]);
const CROWD: readonly Hours[] = [
  ...OVER,
  ...Array.from({ length: 14 }, (_, at): Hours => [`Talk ${String(at)}`, 0, 1]),
  ['Three days', -26, 40],
];

/** The first list of the home page: headings, titles and the link to all talks. */
async function firstList(from: AskableServer): Promise<string[]> {
  const html = textOf(await from.ask('/'));
  assert.deepEqual(await htmlFaults(html), []);
  const [section] = allOf(pageTree(html), 'section', hasClass('home-talks'));
  assert.ok(section !== undefined);
  const found = [...allOf(section, 'h3'), ...allOf(section, 'p', hasClass('talk-title'))];
  return [...allOf(section, 'h2'), ...found, ...allOf(section, 'a', hasClass('all'))].map(seenText);
}

for (const { when, now, on, ofToday, ofThreeDays, next } of CLOCKS) {
  const fromNow = (hours: number): string => `${new Date(Date.parse(now) + hours * HOUR).toISOString().slice(0, 19)}Z`;
  const talks = (all: readonly Hours[]): WireRecord[] =>
    all.map(([title, start, end], at) => talk(slugOf(at + 1), fromNow(start), { title, end: fromNow(end) }));

  const server = testServer(talks([...ON, ...OVER, ['Tomorrow', 25, 26]]));
  const busy = testServer(talks([...EXHIBITIONS, ['On now', 0, 1]]));
  const quiet = testServer(talks(OVER));
  const crowded = testServer(talks(CROWD));
  const university = testServer(UNIVERSITY);

  describe(`the home page ${when}`, () => {
    before(() => {
      mock.timers.enable({ apis: ['Date'], now: Date.parse(now) });
    });
    after(() => {
      mock.timers.reset();
    });

    it('lists current talks, however long ago they began, and none that are over', async () => {
      assert.deepEqual(await firstList(server), ['Today', 'Began before this day', ...on]);
    });

    it('lists only the latest of many talks that run for days', async () => {
      const expected = ['On now', ...EXHIBITIONS.slice(2).map(([title]) => title), 'All 7 talks'];
      assert.deepEqual(await firstList(busy), ['Today', 'Began before this day', ...expected]);
    });

    it('links to all talks with the same number that the linked page shows', async () => {
      const link = oneOf(pageTree(textOf(await crowded.ask('/'))), 'a', hasClass('all'));
      const page = pageTree(textOf(await crowded.ask(link.attributes.href ?? '')));
      const heading = oneOf(oneOf(page, 'div', hasClass('results-head')), 'h2');
      const found = seenText(heading)
        .replace(/Page.*/, '')
        .trim();
      assert.deepEqual([seenText(link), `All ${found}`], [ofToday, ofToday]);
    });

    it('labels a talk of several days with the current day', async () => {
      const html = textOf(await server.ask('/'));
      const listed = allOf(pageTree(html), 'li', hasClass('talk')).map(seenText);
      assert.equal(listed.filter((text) => text.endsWith(ofThreeDays)).length, 1, listed.join('\n'));
    });

    it('shows past talks once all talks are over', async () => {
      const [heading] = await firstList(quiet);
      assert.equal(heading, 'Past talks');
    });

    it('shows current and upcoming talks, or says that none are announced and shows past ones', async () => {
      const { pageAt, asInterface } = searchReader(university);
      const past = await pageAt('/');
      assert.match(seenText(oneOf(past, 'main')), /No talks are announced yet\./);
      assert.deepEqual(listedOn(past), (await asInterface('from=2015-01-01')).slugs.toReversed());
      const inMinutes = (minutes: number): string => fromNow(minutes / 60);
      await university.import([
        talk(slugOf(70), inMinutes(5), { end: inMinutes(65) }),
        talk(slugOf(71), inMinutes(9 * 24 * 60), { end: inMinutes(9 * 24 * 60 + 1) }),
        talk(slugOf(72), inMinutes(-90), { end: inMinutes(-30) }),
        talk(slugOf(73), inMinutes(-50), { end: inMinutes(10) }),
      ]);
      assert.deepEqual(listedOn(await pageAt('/')), next.map(slugOf));
    });
  });
}
