import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { htmlFaults } from '../support/render/html.ts';
import { textOf } from '../support/http/http-answer.ts';
import { elementsWithin, textOf as wordsOf, type Markup } from '../support/render/markup.ts';
import { elementsOf, linksIn, textsOf } from '../support/render/page-markup.ts';
import { testServer } from '../support/http/server.ts';
import { view } from '../support/render/view.ts';
import { organisation, slugOf, talk } from '../support/catalogue/wire-records.ts';

/** Talks around midnight in London: at clock changes and at the ends of months and years. */
const EDGES = [
  ['2026-03-28T23:59:00Z', '2026-03-28'],
  ['2026-03-29T00:00:00Z', '2026-03-29'],
  ['2026-03-29T22:59:00Z', '2026-03-29'],
  ['2026-03-29T23:00:00Z', '2026-03-30'],
  ['2026-03-31T22:59:00Z', '2026-03-31'],
  ['2026-03-31T23:00:00Z', '2026-04-01'],
  ['2026-10-24T22:59:00Z', '2026-10-24'],
  ['2026-10-24T23:00:00Z', '2026-10-25'],
  ['2026-10-25T23:59:00Z', '2026-10-25'],
  ['2026-10-26T00:00:00Z', '2026-10-26'],
  ['2026-12-31T23:59:00Z', '2026-12-31'],
  ['2027-01-01T00:00:00Z', '2027-01-01'],
] as const;

/** Ten talks on one day, the only talks of that month. */
const CROWD = Array.from({ length: 10 }, (_, at) =>
  talk(slugOf(100 + at), `2030-06-05T1${String(at % 10)}:00:00Z`, {
    title: `Crowd ${String(at)}`,
    organising_department: at === 0 ? 'place:1' : 'place:2',
  }),
);

/** A talk from Sunday to Wednesday that ends at midnight, and one that goes on into the night. */
const LONG = [
  talk(slugOf(200), '2031-03-30T08:00:00Z', { end: '2031-04-02T23:00:00Z', title: 'School' }),
  talk(slugOf(201), '2031-03-31T19:00:00Z', { end: '2031-04-01T02:00:00Z', title: 'Night' }),
];

const server = testServer([
  organisation('place:1', { name: 'Mosses' }),
  organisation('place:2', { name: 'Ferns' }),
  ...EDGES.map(([start], at) => talk(slugOf(at + 1), start, { title: `Edge ${String(at)}` })),
  ...CROWD,
  ...LONG,
]);

const longDate = (day: string): string => view.dates.longDate(day);

async function page(path: string): Promise<string> {
  const answer = await server.ask(path);
  assert.equal(answer.status, 200, path);
  return textOf(answer);
}

/** The titles of the talks on each day of a calendar, either on the screen or only in print. */
function titlesByDay(html: string, cellOf: 'td' | 'section', where = 'screen'): Record<string, string[]> {
  const titles: Record<string, string[]> = {};
  for (const cell of elementsOf(html, cellOf)) {
    const within = [...elementsWithin(cell)];
    const day = within.find(({ attributes }) => attributes['data-day'] !== undefined)?.attributes['data-day'];
    const lists = within.filter(({ attributes }) => attributes.class === 'printed');
    const printed = new Set(lists.flatMap((list) => [...elementsWithin(list)]));
    const isShown = (one: Markup): boolean => one.name === 'bdi' && printed.has(one) === (where === 'paper');
    const shown = within.filter(isShown).map(wordsOf);
    if (day !== undefined && shown.length > 0) titles[day] = shown;
  }
  return titles;
}

describe('a calendar', () => {
  it('shows each talk on its first day in the configured time zone, also when the clocks change', async () => {
    const months = ['2026-03', '2026-04', '2026-10', '2026-12', '2027-01'];
    const pages = await Promise.all(months.map((month) => page(`/calendar/month/${month}`)));
    const shown = Object.assign({}, ...pages.map((html) => titlesByDay(html, 'td'))) as Record<string, string[]>;
    const expected: Record<string, string[]> = {};
    for (const [at, [, day]] of EDGES.entries()) (expected[day] ??= []).push(`Edge ${String(at)}`);
    assert.deepEqual(shown, expected);
  });

  it('of a week shows the talks of each day and the number of the week', async () => {
    const html = await page('/calendar/week/2026-W13');
    // Edge 2 goes on after midnight, so it is above the hours.
    assert.deepEqual(titlesByDay(html, 'section'), { '2026-03-28': ['Edge 0'], '2026-03-29': ['Edge 2', 'Edge 1'] });
    assert.ok(textsOf(html, 'p').includes('Week 13'));
  });

  it('shows start times in the configured time zone', async () => {
    const html = await page('/calendar/month/2026-03');
    const times = textsOf(html, 'time').filter((text) => text.includes(':'));
    assert.deepEqual(times, ['23:59', '00:00', '23:59', '00:00', '23:59']);
  });

  it('shows three talks of a crowded day and links to all of them', async () => {
    const html = await page('/calendar/month/2030-06');
    assert.deepEqual(titlesByDay(html, 'td'), { '2030-06-05': ['Crowd 0', 'Crowd 1', 'Crowd 2'] });
    const more = linksIn(html).find(({ text }) => text.startsWith('7 more'));
    assert.deepEqual(more, {
      href: '/calendar/day/2030-06-05',
      text: `7 more on ${longDate('2030-06-05')}`,
    });
  });

  it('prints the talks of a crowded day that the screen leaves out', async () => {
    const printed = titlesByDay(await page('/calendar/month/2030-06'), 'td', 'paper')['2030-06-05'];
    assert.deepEqual(
      printed,
      [3, 4, 5, 6, 7, 8, 9].map((at) => `Crowd ${String(at)}`),
    );
  });

  it('shows a talk of several days on each day, across weeks and months', async () => {
    const month = titlesByDay(await page('/calendar/month/2031-03'), 'td');
    assert.deepEqual(month, { '2031-03-30': ['School'], '2031-03-31': ['School', 'Night'] });
    const next = titlesByDay(await page('/calendar/month/2031-04'), 'td');
    assert.deepEqual(next, { '2031-04-01': ['School'], '2031-04-02': ['School'] });
    const week = titlesByDay(await page('/calendar/week/2031-W14'), 'section');
    assert.deepEqual(week, { '2031-03-31': ['School', 'Night'], '2031-04-01': ['School'], '2031-04-02': ['School'] });
    const filtered = titlesByDay(await page('/calendar/month/2031-04?organising_department=place:1'), 'td');
    assert.deepEqual(filtered, {});
  });

  it('of a day lists its talks and those that go on, in pages', async () => {
    const titles = async (path: string): Promise<readonly string[]> =>
      linksIn(await page(path)).flatMap(({ text }) => /^(?:Crowd \d|School|Night)$/.exec(text) ?? []);
    assert.deepEqual(
      await titles('/calendar/day/2030-06-05'),
      Array.from({ length: 10 }, (_, at) => `Crowd ${String(at)}`),
    );
    assert.deepEqual(await titles('/calendar/day/2031-04-01'), ['School']);
    assert.deepEqual(await titles('/calendar/day/2030-06-05?organising_department=place:1'), ['Crowd 0']);
    const first = await page('/calendar/day/2030-06-05?count=4&organising_department=place:2');
    assert.ok(textsOf(first, 'h2').includes('9 talks'));
    const next = linksIn(first).find(({ text }) => text === 'Next');
    assert.match(next?.href ?? '', /^\/calendar\/day\/2030-06-05\?.*page=2/);
    assert.deepEqual(await titles(next?.href ?? ''), ['Crowd 5', 'Crowd 6', 'Crowd 7', 'Crowd 8']);
    for (const path of ['/calendar/day/2030-06-05?fr%6Fm=2026-01-01&to=2026-01-02', '/calendar/rooms/2030-06-05'])
      assert.match(await page(path), /Crowd 0/, path);
    assert.ok(textsOf(await page('/calendar/day/2031-04-01'), 'h2').includes('1 talk'));
    const past = await page('/calendar/day/2030-06-05?page=99');
    assert.match(past, /There are no talks on this page/);
    assert.doesNotMatch(past, /There are no talks on this day/);
  });

  it('of a day links to the days beside it, to today and to the nearest talks if it has none', async () => {
    for (const kind of ['day', 'rooms']) {
      const links = linksIn(await page(`/calendar/${kind}/2030-06-06?organising_department=place:1`));
      const hrefs = ['Previous day', 'Next day'].map((name) => links.find(({ text }) => text === name)?.href);
      assert.deepEqual(
        hrefs,
        ['05', '07'].map((day) => `/calendar/${kind}/2030-06-${day}?organising_department=place:1`),
      );
      assert.match(links.find(({ text }) => text === 'Today')?.href ?? '', /^\/calendar\/(?:day|rooms)\/\d{4}-/);
      const last = links.find(({ text }) => text === `The last one before is on ${longDate('2030-06-05')}`);
      assert.equal(last?.href, `/calendar/${kind}/2030-06-05?organising_department=place:1`);
    }
  });

  it('labels the later days of a long talk with “day 2 of 4” and the end date', async () => {
    const during = (path: string): Promise<string[]> =>
      page(path).then((html) =>
        elementsOf(html, 'span')
          .filter(({ attributes }) => attributes.class === 'until')
          .map(wordsOf),
      );
    const until = `until ${view.dates.shortDay('2031-04-02T12:00:00Z')}`;
    const april = [`day 3 of 4, ${until}`, 'day 4 of 4'];
    assert.deepEqual(await during('/calendar/month/2031-03'), [`day 2 of 4, ${until}`]);
    assert.deepEqual(await during('/calendar/month/2031-04'), april);
    assert.deepEqual(await during('/calendar/week/2031-W14'), [`day 2 of 4, ${until}`, ...april]);
    const days = ['Tag 3 von 4', 'jour 3 sur 4', 'día 3 de 4'];
    for (const [at, language] of ['de', 'fr', 'es'].entries())
      assert.ok((await during(`/calendar/month/2031-04?lang=${language}`))[0]?.startsWith(`${days[at] ?? ''}, `));
  });

  it('labels a long talk with its day in searches and agendas that start on a later day', async () => {
    for (const [path, day] of [
      ['/search?from=2031-03-31', 2],
      ['/agenda?from=2031-04-01', 3],
      ['/agenda?from=2031-04-02', 4],
    ] as const) {
      const sections = elementsOf(await page(path), 'section').filter(({ attributes }) => attributes.class === 'day');
      const said = sections.map((one) => wordsOf(one).replace(/\s+/g, ' ')).join('');
      assert.match(said, new RegExp(`^ ?Began before this day.*, day ${String(day)} of 4 ?School`), said);
    }
    for (const path of ['/agenda?from=2031-03-30', '/search?from=2031-03-30'])
      assert.doesNotMatch(await page(path), /day \d of \d/, path);
  });

  it('links to searches that list a long talk above their first day', async () => {
    const sections = elementsOf(await page('/search?from=2031-03-31&to=2031-04-02'), 'section');
    const [first = ''] = sections.filter(({ attributes }) => attributes.class === 'day').map(wordsOf);
    assert.match(first, /^\s*Began before this day.*School/s);
    for (const query of ['from=2031-04-02&to=2031-04-02', 'from=2031-04-02&order=latest', 'from=2031-04-02&q=school']) {
      const html = await page(`/search?${query}`);
      assert.ok(textsOf(html, 'h2').includes('1 talk'), query);
      assert.match(html, /Began before this day[^]*day 4 of 4[^]*School/, query);
    }
    for (const path of ['/search?from=2031-04-02&to=2031-04-01', '/search?from=2031-04-02&page=2&q=school'])
      assert.match(await page(path), /No talks match|does not have this page/, path);
    for (const path of ['/search?from=2031-04-03', '/search?from=2031-03-30'])
      assert.doesNotMatch(await page(path), /Began before/, path);
  });

  it('applies the filters of a search and keeps them in its links', async () => {
    const html = await page('/calendar/month/2030-06?organising_department=place:1');
    assert.deepEqual(titlesByDay(html, 'td'), { '2030-06-05': ['Crowd 0'] });
    const next = linksIn(html).find(({ text }) => text === 'Next month');
    assert.equal(next?.href, '/calendar/month/2030-07?organising_department=place:1');
  });

  it('without talks links to the nearest earlier and later talks', async () => {
    const month = linksIn(await page('/calendar/month/2028-02'));
    assert.deepEqual(
      month.filter(({ text }) => text.includes(' is on ')),
      [
        { href: '/calendar/month/2030-06', text: `The next one is on ${longDate('2030-06-05')}` },
        { href: '/calendar/month/2027-01', text: `The last one before is on ${longDate('2027-01-01')}` },
      ],
    );
    const week = linksIn(await page('/calendar/week/2031-W01'));
    assert.deepEqual(
      week.filter(({ text }) => text.includes(' is on ')),
      [
        { href: '/calendar/week/2031-W13', text: `The next one is on ${longDate('2031-03-30')}` },
        { href: '/calendar/week/2030-W23', text: `The last one before is on ${longDate('2030-06-05')}` },
      ],
    );
  });

  it('is valid HTML under 60 kB', async () => {
    for (const path of [
      '/calendar/month/2030-06',
      '/calendar/week/2030-W23?lang=fr',
      '/calendar/rooms/2030-06-05',
      '/calendar/day/2030-06-05',
      '/agenda?from=2026-01-01',
    ]) {
      const html = await page(path);
      assert.deepEqual(await htmlFaults(html), [], path);
      assert.ok(Buffer.byteLength(html) < 60_000, path);
    }
  });

  it('returns 404 for an invalid month or week and 400 with an explanation for an invalid filter', async () => {
    for (const path of [
      'month/2026-13',
      'month/2026',
      'month/x',
      'week/2025-W53',
      'week/2026-11',
      'month/0000-01',
      'day/2026-02-29',
      'rooms/x',
    ])
      assert.equal((await server.ask(`/calendar/${path}`)).status, 404, path);
    const bad = await server.ask('/calendar/month/2026-11?venue=here', { headers: { accept: 'text/html' } });
    assert.equal(bad.status, 400);
    assert.match(textOf(bad), /<strong>Venue<\/strong> This is not a valid identifier/);
  });

  it('is sent with public Cache-Control and Content-Language: en', async () => {
    const { headers } = await server.ask('/calendar/month/2026-11');
    assert.match(headers['cache-control'] ?? '', /^public, max-age=\d+, stale-while-revalidate=\d+/);
    assert.equal(headers['content-language'], 'en');
  });
});

describe('an agenda', () => {
  it('begins on any day that a date can name', async () => {
    for (const day of ['0000-01-01', '0999-12-31', '9999-12-31'])
      assert.equal((await server.ask(`/agenda?from=${day}`)).status, 200, day);
  });

  it('groups talks by day and splits them into pages', async () => {
    const html = await page('/agenda?from=2026-03-28&to=2026-03-31&count=3');
    assert.deepEqual(textsOf(html, 'h2'), [`From ${longDate('2026-03-28')}`]);
    // Once these days are over, their headings say so.
    const daysOf = (shown: string): string[] => textsOf(shown, 'h3').map((day) => day.replace(/ Ended$/, ''));
    assert.deepEqual(daysOf(html), ['2026-03-28', '2026-03-29'].map(longDate));
    const next = linksIn(html).find(({ text }) => text === 'Next');
    assert.ok(next !== undefined);
    const second = await page(next.href);
    assert.deepEqual(daysOf(second), ['2026-03-30', '2026-03-31'].map(longDate));
  });

  it('begins with talks that started earlier and continue into its first day', async () => {
    const titles = async (query: string): Promise<string[]> =>
      linksIn(await page(`/agenda?${query}`))
        .map(({ text }) => text)
        .filter((text) => ['School', 'Night'].includes(text));
    assert.deepEqual(textsOf(await page('/agenda?from=2031-04-01'), 'h3'), ['Began before this day']);
    assert.deepEqual(await titles('from=2031-03-31'), ['School', 'Night']);
    assert.deepEqual(await titles('from=2031-04-02'), ['School']);
    assert.deepEqual(await titles('from=2031-04-03'), []);
    assert.deepEqual(await titles('from=2031-04-02&page=2'), []);
    assert.deepEqual(await titles('from=2031-04-02&organising_department=place:1'), []);
  });

  it('links to the month and week of its first day', async () => {
    const links = linksIn(await page('/agenda?from=2026-12-30&organising_department=place:1')).map(({ href }) => href);
    for (const path of ['month/2026-12', 'week/2026-W53'])
      assert.ok(links.includes(`/calendar/${path}?organising_department=place:1`), path);
  });
});

/** The titles of the talks of this file that a text contains, sorted. */
function named(text: string): string[] {
  return [...new Set(text.match(/(?:Edge|Crowd) \d+/g) ?? [])].sort();
}

describe('the alternate formats of a calendar', () => {
  const CASES = [
    ['/calendar/month/2026-03', ['Edge 0', 'Edge 1', 'Edge 2', 'Edge 3', 'Edge 4']],
    ['/calendar/week/2026-W13', ['Edge 0', 'Edge 1', 'Edge 2']],
    ['/calendar/day/2026-03-29', ['Edge 1', 'Edge 2']],
    ['/calendar/rooms/2026-03-29', ['Edge 1', 'Edge 2']],
    ['/calendar/month/2030-06?organising_department=place:1', ['Crowd 0']],
    ['/agenda?from=2026-10-25&to=2026-10-31', ['Edge 7', 'Edge 8', 'Edge 9']],
    ['/agenda?to=2030-01-01&from=2026-12-31&order=relevance&q=Edge', ['Edge 10', 'Edge 11']],
  ] as const;
  for (const [path, titles] of CASES)
    it(`contain the talks that it shows: ${path}`, async () => {
      const html = await page(path);
      assert.deepEqual(named(textsOf(html, 'a').join('\n')), titles);
      const forms = alternatesIn(html).filter((href) => !href.includes('/oembed?'));
      assert.equal(forms.length, 6);
      for (const href of forms) assert.deepEqual(named(await page(href)), titles, href);
    });

  it('contain one page of an agenda as JSON and all of it as feeds', async () => {
    const html = await page('/agenda?from=2026-03-28&to=2026-03-31&count=3&page=2');
    const [data = '', ...feeds] = alternatesIn(html);
    assert.deepEqual(named(await page(data)), ['Edge 3', 'Edge 4']);
    for (const href of feeds) assert.equal(named(await page(href)).length, 5, href);
  });

  it('include an iCalendar feed of upcoming talks that keeps the filters', async () => {
    const html = await page('/calendar/month/2026-03?organising_department=place:2&from=2026-03-01');
    const file = linksIn(html).find(({ text }) => text === 'iCalendar');
    assert.equal(file?.href, '/api/talks/search.ics?organising_department=place:2');
    const crowd = Array.from({ length: 9 }, (_, at) => `Crowd ${String(at + 1)}`);
    assert.deepEqual(named(await page(file.href)), crowd);
  });
});

/** The alternate links of a page: JSON, then feeds. */
function alternatesIn(html: string): string[] {
  return elementsOf(html, 'link').flatMap(({ attributes: { rel, type, href } }) =>
    rel === 'alternate' && type !== undefined && href !== undefined ? [href] : [],
  );
}
