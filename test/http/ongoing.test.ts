import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import {
  collection,
  organisation,
  person,
  series,
  slugOf,
  talk,
  topic,
  venue,
} from '../support/catalogue/wire-records.ts';
import { jsonOf, textOf } from '../support/http/http-answer.ts';
import { valueAt } from '../support/json-value.ts';
import { withoutAside } from '../support/render/page-markup.ts';
import { testServer } from '../support/http/server.ts';

const SERIES = slugOf(50);
const LIST = slugOf(70);
const DEPARTMENT = 'place:1';
const SPEAKER = slugOf(60);
const VENUE = 'place:2';
const TOPIC = 'http://topics.example.org/moss';
const MARKS = {
  series: SERIES,
  organising_department: DEPARTMENT,
  speakers: [SPEAKER],
  venue: VENUE,
  topics: [TOPIC],
};

const server = testServer([
  organisation(DEPARTMENT, { name: 'Botany' }),
  venue(VENUE, { name: 'Glass House' }),
  person(SPEAKER, { name: 'Ada Núñez' }),
  topic(TOPIC, { label: 'Plants' }),
  series(SERIES, { title: 'Bogs' }),
  collection(LIST, { title: 'Chosen', series: [SERIES] }),
  talk(slugOf(1), '2041-02-20T10:00:00Z', { title: 'Exhibition of mosses', end: '2041-03-13T17:00:00Z', ...MARKS }),
  talk(slugOf(2), '2041-02-20T10:00:00Z', { title: 'Exhibition of ferns', end: '2041-03-04T17:00:00Z', ...MARKS }),
  talk(slugOf(3), '2041-03-04T22:00:00Z', { title: 'Night of owls', end: '2041-03-05T00:30:00Z', ...MARKS }),
  talk(slugOf(4), '2041-03-05T10:00:00Z', { title: 'Talk at ten', end: '2041-03-05T11:00:00Z', ...MARKS }),
  talk(slugOf(5), '2041-03-05T11:30:00Z', { title: 'Talk at half past eleven', end: '2041-03-05T12:30:00Z', ...MARKS }),
  talk(slugOf(6), '2041-03-05T14:00:00Z', { title: 'Talk at two', end: '2041-03-05T15:00:00Z', ...MARKS }),
  talk(slugOf(7), '2041-03-07T10:00:00Z', { title: 'Talk of the seventh', ...MARKS }),
  // More than a year long.
  talk(slugOf(8), '2039-06-01T10:00:00Z', { title: 'Garden of stones', end: '2042-06-01T10:00:00Z', ...MARKS }),
]);

const NOON = Date.parse('2041-03-05T12:00:00Z');
const TITLES =
  /Exhibition of \w+|Night of owls|Talk at (?:ten|half past eleven|two)|Talk of the seventh|Garden of stones/g;

async function titles(path: string): Promise<string[]> {
  const answer = await server.ask(path);
  assert.equal(answer.status, 200, path);
  return [...new Set(withoutAside(textOf(answer)).match(TITLES))];
}

const TODAY = ['Talk at ten', 'Talk at half past eleven', 'Talk at two', 'Talk of the seventh'];
const AHEAD = ['Talk at two', 'Talk of the seventh'];
const LONG = ['Garden of stones', 'Exhibition of mosses'];

describe('what began earlier and is not over', () => {
  before(() => mock.timers.enable({ apis: ['Date'], now: NOON }));
  after(() => mock.timers.reset());

  const LISTS = ['list', 'compact', 'table', 'cards'].flatMap((layout) => [
    `/embed/talks?layout=${layout}`,
    `/embed/talks?layout=${layout}&fragment=true`,
  ]);
  for (const path of LISTS) {
    it(`is in lists on other sites: ${path}`, async () => {
      assert.deepEqual(await titles(path), [...LONG, ...TODAY]);
      assert.deepEqual(await titles(`${path}&from=today`), [...LONG, ...TODAY]);
      assert.deepEqual(await titles(`${path}&from=now`), [...LONG, 'Talk at half past eleven', ...AHEAD]);
      assert.deepEqual(await titles(`${path}&from=2041-03-05`), TODAY);
      assert.deepEqual(await titles(`${path}&ongoing=false`), TODAY);
    });
  }

  it('is in lists of a month on other sites, on each of its days', async () => {
    for (const more of ['', '&fragment=true']) {
      const text = textOf(await server.ask(`/embed/talks?layout=month&lang=en${more}`));
      const daysOf = (title: string) => text.split('class="lectern-day').filter((day) => day.includes(title)).length;
      assert.deepEqual([...LONG, 'Exhibition of ferns', 'Talk at ten'].map(daysOf), [31, 13, 4, 1]);
      assert.match(text, /until Wed(?:nesday)? 13 Mar(?:ch)?<\/span>/);
    }
  });

  it('counts in lists on other sites, and has its place on their pages', async () => {
    const page = (number: number) => titles(`/embed/talks?count=3&paging=true&page=${String(number)}`);
    assert.deepEqual([await page(1), await page(2)], [[...LONG, 'Talk at ten'], TODAY.slice(1)]);
  });

  it('is in digests, under a heading of its own, with the day on which it began', async () => {
    const path = '/digest?format=txt&lang=en';
    assert.deepEqual(await titles(path), [...LONG, ...TODAY]);
    assert.deepEqual(await titles('/digest?format=html'), [...LONG, ...TODAY]);
    assert.deepEqual(await titles(`${path}&from=now`), [...LONG, 'Talk at half past eleven', ...AHEAD]);
    assert.deepEqual(await titles(`${path}&from=2041-03-05`), TODAY);
    const text = textOf(await server.ask(path));
    assert.match(text, /^Already on\n-+\n\nWed(?:nesday)? 1 Jun(?:e)?\S*, 11:00 – .*\n {2}Garden of stones/m);
  });

  for (const suffix of ['ics', 'atom', 'rss', 'csv', 'txt', 'md', 'jcal.json', 'feed.json'])
    it(`is in calendars and feeds: .${suffix}`, async () => {
      const path = `/api/talks/search.${suffix}`;
      assert.deepEqual(await titles(`${path}?from=today`), [...LONG, ...TODAY]);
      assert.deepEqual(await titles(`${path}?from=now`), [...LONG, 'Talk at half past eleven', ...AHEAD]);
      assert.deepEqual(await titles(`${path}?from=today&ongoing=false`), TODAY);
      assert.deepEqual(await titles(`${path}?from=2041-03-05`), TODAY);
      assert.deepEqual(
        await titles(`${path}?from=2041-03-04&ongoing=true`),
        ['Garden of stones', 'Exhibition of ferns', 'Exhibition of mosses', 'Night of owls', ...TODAY].sort(byFile),
      );
    });

  for (const path of [`/api/series/${SERIES}`, `/api/collections/id/${LIST}`, `/api/departments/${DEPARTMENT}`])
    it(`is in the calendar of a list, which otherwise begins a year ago: ${path}.ics`, async () => {
      const past = ['Exhibition of mosses', 'Exhibition of ferns', 'Night of owls'];
      assert.deepEqual(await titles(`${path}.ics`), ['Garden of stones', ...past, ...TODAY]);
      assert.deepEqual(await titles(`${path}.ics?from=now`), [...LONG, 'Talk at half past eleven', ...AHEAD]);
    });

  const PAGES = [
    `/talks/series/id/${SERIES}`,
    `/user/lists/id/${LIST}`,
    `/talks/persons/id/${SPEAKER}`,
    `/talks/department/id/${DEPARTMENT}`,
    `/talks/venues/id/${VENUE}`,
    `/talks/topics/id?uri=${TOPIC}`,
  ];
  for (const path of PAGES)
    it(`is among the upcoming talks on a page, and not among the past ones: ${path}`, async () => {
      const past = ['Night of owls', 'Exhibition of ferns'];
      assert.deepEqual(await titles(path), [...LONG, ...TODAY, ...past]);
      const inEnglish = `${path}${path.includes('?') ? '&' : '?'}lang=en`;
      const text = textOf(await server.ask(inEnglish));
      assert.deepEqual(text.match(/Began before this day|day \d+ of \d+|(?<=<span class="day-name">)\w+/g), [
        'Began before this day',
        'day 644 of 1097',
        'day 14 of 22',
        'Today',
      ]);
      assert.deepEqual(await titles(`${inEnglish}&when=past`), past);
      assert.match(textOf(await server.ask(`${inEnglish}&when=past`)), /All 6 upcoming talks/);
    });

  it('counts on these pages, and is there alone when nothing else is to come', async () => {
    mock.timers.setTime(Date.parse('2042-01-01T12:00:00Z'));
    const text = textOf(await server.ask(`/talks/series/id/${SERIES}?lang=en`));
    mock.timers.setTime(NOON);
    const [upcoming = '', past = ''] = text.split(/<h2>(?=Past talks)/);
    assert.deepEqual([...new Set(upcoming.match(TITLES))], ['Garden of stones']);
    assert.doesNotMatch(upcoming, /No talks are announced/);
    assert.doesNotMatch(past, /Garden of stones/);
  });

  it('is in JSON and XML only if it is asked for, since these go by the start', async () => {
    for (const path of ['/api/talks/search', `/api/series/${SERIES}`, `/api/departments/${DEPARTMENT}`])
      for (const format of ['json', 'xml']) {
        const ask = (query: string) => titles(`${path}?format=${format}&${query}`);
        assert.deepEqual(await ask('from=today'), TODAY);
        assert.deepEqual(await ask('from=now'), AHEAD);
        assert.deepEqual(await ask('from=today&ongoing=true'), [...LONG, ...TODAY]);
        assert.deepEqual(await ask('from=now&to=today&ongoing=true'), [
          ...LONG,
          'Talk at half past eleven',
          'Talk at two',
        ]);
      }
  });

  it('counts in totals and facets of JSON if it is asked for', async () => {
    const answer = await server.ask(`/api/talks/search?from=today&ongoing=true&facets=series&series=${SERIES}`);
    const found = jsonOf(answer);
    assert.deepEqual([valueAt(found, 'total'), valueAt(found, 'facets', 'series', 0, 'count')], [6, 6]);
  });
});

/** Talks in the order of their times, then slugs. */
function byFile(one: string, other: string): number {
  const order = ['Garden of stones', 'Exhibition of mosses', 'Exhibition of ferns', 'Night of owls', ...TODAY];
  return order.indexOf(one) - order.indexOf(other);
}

describe('the word now', () => {
  before(() => mock.timers.enable({ apis: ['Date'], now: NOON }));
  after(() => mock.timers.reset());

  it('is this moment, in from and in to', async () => {
    for (const path of ['/api/talks/search', `/api/series/${SERIES}`, `/api/collections/id/${LIST}`]) {
      assert.deepEqual(await titles(`${path}?from=now`), AHEAD);
      assert.deepEqual(await titles(`${path}?from=2041-03-05&to=now`), ['Talk at ten', 'Talk at half past eleven']);
      assert.deepEqual(await titles(`${path}?from=now&to=plus0`), ['Talk at two']);
      assert.deepEqual(await titles(`${path}?from=now&to=now`), []);
    }
  });

  it('gives the next talk until it begins, in caches too', async () => {
    const next = async (at: string) => {
      mock.timers.setTime(Date.parse(at));
      const path = '/api/talks/search?from=now&count=1';
      const [[title], { headers }] = [await titles(path), await server.ask(path)];
      return [title, headers['cache-control']];
    };
    const STALE_IF_FAILING = 'stale-if-error=86400';
    assert.deepEqual(await next('2041-03-05T12:40:00Z'), [
      'Talk at two',
      `public, max-age=60, stale-while-revalidate=600, ${STALE_IF_FAILING}`,
    ]);
    assert.deepEqual(await next('2041-03-05T13:59:50Z'), [
      'Talk at two',
      `public, max-age=11, stale-while-revalidate=0, ${STALE_IF_FAILING}`,
    ]);
    assert.deepEqual(await next('2041-03-05T14:00:01Z'), [
      'Talk of the seventh',
      `public, max-age=60, stale-while-revalidate=600, ${STALE_IF_FAILING}`,
    ]);
  });

  it('lists what is on in calendars and lists on other sites until it is over, in caches too', async () => {
    for (const path of ['/api/talks/search.ics?from=now', '/embed/talks?from=now', '/digest?from=now&format=txt']) {
      const at = async (moment: string) => {
        mock.timers.setTime(Date.parse(moment));
        const { headers } = await server.ask(path);
        return [
          (await titles(path)).includes('Talk at half past eleven'),
          /max-age=\d+/.exec(String(headers['cache-control']))?.[0],
        ];
      };
      assert.deepEqual(await at('2041-03-05T12:29:30Z'), [true, 'max-age=30'], path);
      assert.deepEqual(await at('2041-03-05T12:30:00Z'), [false, 'max-age=60'], path);
    }
  });

  it('is refused for changes, which nothing would announce', async () => {
    for (const [more, parameter] of [
      ['from=now', 'from'],
      ['from=today&ongoing=true', 'ongoing'],
    ] as const) {
      const answer = await server.ask(`/api/talks/search?${more}&updated_since=beginning`);
      assert.deepEqual([answer.status, valueAt(jsonOf(answer), 'errors', 0, 'parameter')], [400, parameter]);
    }
  });
});
