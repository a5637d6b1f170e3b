import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendarIn } from '#search/query/calendar-date.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';
import { slugOf, talk, type WireRecord } from '../support/catalogue/wire-records.ts';
import { textOf } from '../support/http/http-answer.ts';
import { testServer, type AskableServer } from '../support/http/server.ts';
import { htmlFaults } from '../support/render/html.ts';
import { allOf, hasClass, oneOf, pageTree, seenText } from '../support/render/page-tree.ts';
import { listedOn, searchReader } from './search-reader.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** This minute: what begins now is on for an hour, whenever the tests run. */
const NOW = Math.floor(Date.now() / MINUTE) * MINUTE;

function hoursFromNow(hours: number): string {
  return `${new Date(NOW + hours * HOUR).toISOString().slice(0, 19)}Z`;
}

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

function talks(all: readonly Hours[]): WireRecord[] {
  return all.map(([title, start, end], at) =>
    talk(slugOf(at + 1), hoursFromNow(start), { title, end: hoursFromNow(end) }),
  );
}

const server = testServer(talks([...ON, ...OVER, ['Tomorrow', 25, 26]]));
const busy = testServer(talks([...EXHIBITIONS, ['On now', 0, 1]]));
const quiet = testServer(talks(OVER));
const crowded = testServer(
  talks([
    ...OVER,
    ...Array.from({ length: 14 }, (_, at): Hours => [`Talk ${String(at)}`, 0, 1]),
    ['Three days', -26, 40],
  ]),
);

/** The first list of the home page: its headings, its titles and the link to all of it. */
async function firstList(from: AskableServer): Promise<string[]> {
  const html = textOf(await from.ask('/'));
  assert.deepEqual(await htmlFaults(html), []);
  const [section] = allOf(pageTree(html), 'section', hasClass('home-talks'));
  assert.ok(section !== undefined);
  const found = [...allOf(section, 'h3'), ...allOf(section, 'p', hasClass('talk-title'))];
  return [...allOf(section, 'h2'), ...found, ...allOf(section, 'a', hasClass('all'))].map(seenText);
}

/** Those of today, then the others. */
function inOrder(all: readonly Hours[]): string[] {
  const calendar = calendarIn('Europe/London');
  const isOfToday = ([, start]: Hours): boolean =>
    calendar.dayAt(new Date(NOW + start * HOUR)) === calendar.dayAt(new Date());
  const earlier = all.filter((one) => !isOfToday(one));
  return [...all.filter(isOfToday), ...earlier].map(([title]) => title);
}

describe('today on the home page', () => {
  it('has what is on, however long ago it began, and nothing that is over', async () => {
    assert.deepEqual(await firstList(server), ['Today', 'Began before this day', ...inOrder(ON)]);
  });

  it('has the latest of many that go on for days', async () => {
    const expected = ['On now', ...EXHIBITIONS.slice(2).map(([title]) => title), 'All 7 talks'];
    assert.deepEqual(await firstList(busy), ['Today', 'Began before this day', ...expected]);
  });

  it('leads to the page of all of them, with the number that the page gives', async () => {
    const link = oneOf(pageTree(textOf(await crowded.ask('/'))), 'a', hasClass('all'));
    const page = pageTree(textOf(await crowded.ask(link.attributes.href ?? '')));
    const heading = oneOf(oneOf(page, 'div', hasClass('results-head')), 'h2');
    assert.match(seenText(link), /^All 1[4-8] talks$/);
    assert.equal(
      seenText(link),
      `All ${seenText(heading)
        .replace(/Page.*/, '')
        .trim()}`,
    );
  });

  it('says of a talk of several days which of them it is', async () => {
    const html = textOf(await server.ask('/'));
    const talks = allOf(pageTree(html), 'li', hasClass('talk')).map(seenText);
    assert.match(talks.find((talk) => talk.endsWith('Three days')) ?? '', /, day [23] of [34]Three days$/);
  });

  it('makes room for the latest past talks once all are over', async () => {
    const [heading] = await firstList(quiet);
    assert.equal(heading, 'Past talks');
  });
});

const university = testServer(UNIVERSITY);
const { pageAt, asInterface } = searchReader(university);

describe('the home page of a catalogue that ends in the past', () => {
  it('shows the talks that are on or next, and when the catalogue has none says so and shows the latest', async () => {
    const past = await pageAt('/');
    assert.match(seenText(oneOf(past, 'main')), /No talks are announced yet\./);
    assert.deepEqual(listedOn(past), (await asInterface('from=2015-01-01')).slugs.toReversed());
    const soon = (minutes: number): string => `${new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19)}Z`;
    await university.import([
      talk(slugOf(70), soon(5), { end: soon(65) }),
      talk(slugOf(71), soon(9 * 24 * 60), { end: soon(9 * 24 * 60 + 1) }),
      talk(slugOf(72), soon(-90), { end: soon(-30) }),
      talk(slugOf(73), soon(-50), { end: soon(10) }),
    ]);
    // What began before midnight comes after what begins today.
    const calendar = calendarIn('Europe/London');
    const isFirst = calendar.dayAt(new Date(soon(-50))) === calendar.dayAt(new Date());
    const today = isFirst ? [slugOf(73), slugOf(70)] : [slugOf(70), slugOf(73)];
    assert.deepEqual(listedOn(await pageAt('/')), [...today, slugOf(71)]);
  });
});
