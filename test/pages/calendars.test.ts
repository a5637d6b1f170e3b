import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { agendaPage } from '#pages/calendar/agenda.ts';
import { monthPage } from '#pages/calendar/calendar-month.ts';
import { weekPage } from '#pages/calendar/calendar-week.ts';
import { LANGUAGES } from '#pages/frame/language.ts';
import { TALKS_HERE } from '#pages/fragments.ts';
import { monthContent, weekContent } from '../support/render/calendar-content.ts';
import { hostileTalk } from '../support/hostile/hostile-text.ts';
import { htmlFaults } from '../support/render/html.ts';
import { elementsIn, elementsWithin, textOf, type Markup } from '../support/render/markup.ts';
import { allOf, pageTree } from '../support/render/page-tree.ts';
import { RUNS } from '../support/property-runs.ts';
import { bareTalk, richTalk } from '../support/catalogue/talk-details.ts';
import { testView, view } from '../support/render/view.ts';
import { agenda } from '../support/render/agenda-content.ts';

const MAX_BYTES = 60_000;

function all(html: string, name: string): Markup[] {
  return allOf(pageTree(html), name);
}

function only(html: string, name: string): Markup {
  const [found, ...others] = all(html, name);
  assert.ok(found !== undefined && others.length === 0, `${String(others.length + 1)} of ${name}`);
  return found;
}

/** The day of the month of a cell; NaN for a cell of another month. */
function numberIn(cell: Markup): number {
  const [day] = [...elementsWithin(cell)].filter(({ name }) => name === 'time');
  return Number.parseInt(day?.attributes.datetime?.slice(8) ?? '', 10);
}

const FILTERS = [{ name: 'organising_department', value: 'place:2001' }];
const EMPTY_MONTH = {
  ...monthContent([]),
  filters: FILTERS,
  nearest: { before: { day: '2015-09-30', in: '2015-09' }, after: { day: '2016-01-01', in: '2016-01' } },
};

for (const language of LANGUAGES) {
  describe(`calendars in ${language}`, () => {
    const inLanguage = testView({ language, languageInAddress: true });
    it('are valid HTML', async () => {
      for (const html of [
        monthPage(monthContent([richTalk, bareTalk], 2), inLanguage),
        monthPage(EMPTY_MONTH, inLanguage),
        weekPage(weekContent([richTalk, bareTalk], 1), inLanguage),
        weekPage(weekContent([]), inLanguage),
        agendaPage(agenda, inLanguage),
        agendaPage({ ...agenda, shown: 0 }, inLanguage),
      ])
        assert.deepEqual(await htmlFaults(html), []);
    });

    it('keep the language in every link between pages', () => {
      const html = monthPage(monthContent([richTalk], 2), inLanguage);
      const links = [...all(html, 'a'), ...all(html, 'table')]
        .flatMap(({ attributes }) => [attributes.href ?? '', attributes['data-next'] ?? ''])
        .filter((href) => /^\/(?!api\/)/.test(href));
      assert.ok(links.length > 10);
      for (const href of links) assert.match(href, /[?&]lang=[a-z]{2}/);
    });
  });
}

describe('a month calendar', () => {
  const html = monthPage(monthContent([richTalk], 2), view);

  it('is a table with a caption, column headers and row headers', () => {
    assert.equal(textOf(only(html, 'caption')), 'October 2015 93 talks');
    const heads = all(html, 'th');
    const [columns, names] = ['col', 'row'].map((scope) =>
      heads.filter(({ attributes }) => attributes.scope === scope),
    );
    assert.deepEqual(columns?.map(textOf), ['Week', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
    assert.deepEqual(names?.map(textOf), ['40', '41', '42', '43', '44']);
  });

  it('starts weeks on Monday and names the weekdays in every language', () => {
    const weekdays = LANGUAGES.map((language) => {
      const inLanguage = monthPage(monthContent([richTalk]), testView({ language }));
      return all(inLanguage, 'abbr').map(({ attributes }) => attributes.title);
    });
    assert.deepEqual(
      weekdays.map(([first]) => first),
      ['Monday', 'Montag', 'lundi', 'lunes'],
    );
    assert.deepEqual(
      weekdays.map((names) => names.at(-1)),
      ['Sunday', 'Sonntag', 'dimanche', 'domingo'],
    );
  });

  it('puts days below their weekdays and leaves cells of other months empty', () => {
    const numbers = elementsIn(only(html, 'tbody')).map((row) => elementsIn(row).slice(1).map(numberIn));
    assert.deepEqual(numbers[0], [NaN, NaN, NaN, 1, 2, 3, 4]);
    assert.deepEqual(numbers[4], [26, 27, 28, 29, 30, 31, NaN]);
    const days = all(html, 'time').filter(({ attributes }) => attributes.datetime?.length === 10);
    assert.equal(days[0]?.attributes.datetime, '2015-10-01');
  });

  it('shows some talks of a day and links to the others', () => {
    const cell = all(html, 'td').find((one) => numberIn(one) === 31);
    assert.ok(cell !== undefined);
    const links = [...elementsWithin(cell)].filter(({ name }) => name === 'a');
    assert.deepEqual(
      links.map((link) => [link.attributes.href, textOf(link)]),
      [
        ['/calendar/day/2015-10-31', '31••• October 2015, 3 talks'],
        [`/talks/id/${richTalk.talk.slug}/`, '11:00 Moss "in the dark": β < γ?'],
        ['/calendar/day/2015-10-31', `2 more on ${view.dates.longDate('2015-10-31')}`],
      ],
    );
    assert.match(textOf(cell), /Cancelled/);
  });

  it('prints the talks of a day that do not fit on a screen', () => {
    const content = monthContent([richTalk], 1);
    const printed = [{ details: bareTalk, venueAround: '' }];
    const weeks = content.weeks.map((week) => ({ ...week, days: week.days.map((day) => day && { ...day, printed }) }));
    const lists = all(monthPage({ ...content, weeks }, view), 'ul').filter(
      ({ attributes }) => attributes.class === 'printed',
    );
    assert.equal(lists.length, 31);
    assert.match(textOf(lists[0] ?? assert.fail()), new RegExp(bareTalk.talk.title));
  });

  it('links to the previous and next months', () => {
    const links = all(html, 'a').map(({ attributes }) => attributes);
    assert.equal(links.find(({ rel }) => rel === 'prev')?.href, '/calendar/month/2015-09');
    assert.equal(links.find(({ rel }) => rel === 'next')?.href, '/calendar/month/2015-11');
  });

  it('marks today', () => {
    const [today, ...others] = all(html, 'a').filter(({ attributes }) => attributes['aria-current'] === 'date');
    assert.deepEqual([today?.attributes.id, others.length], ['d2015-10-06', 0]);
  });

  it('links to the nearest months with talks if it has none', () => {
    const empty = monthPage(EMPTY_MONTH, view);
    const links = all(empty, 'a').map(({ attributes }) => attributes.href);
    for (const month of ['2015-09', '2016-01'])
      assert.ok(links.includes(`/calendar/month/${month}?organising_department=place:2001`), month);
    assert.match(empty, /There are no talks in this month/);
  });

  it('keeps its filters in every link to another date', () => {
    const filtered = monthPage({ ...monthContent([richTalk], 2), filters: FILTERS }, view);
    const links = all(filtered, 'a')
      .filter(({ attributes }) => attributes['aria-current'] === undefined)
      .map(({ attributes }) => attributes.href ?? '')
      .filter((href) => /^\/(calendar|agenda)./.test(href) && href !== '/agenda' && !href.endsWith('/2015-10'));
    assert.ok(links.length > 2);
    for (const href of links) assert.match(href, /organising_department=place:2001/);
  });
});

function columnsOf(html: string): Markup[] {
  return all(html, 'section').filter(({ attributes }) => attributes.class?.split(' ')[0] === 'column');
}

/** Where the talks of a column are on the scale, as classes. */
function slotsIn(column: Markup | undefined): readonly string[] {
  const list = [...elementsWithin(column ?? assert.fail())].find(({ attributes }) => attributes.class === 'slots');
  return elementsIn(list ?? assert.fail()).map(({ attributes }) => attributes.class ?? '');
}

describe('a week calendar', () => {
  const html = weekPage(weekContent([richTalk], 1), view);

  it('shows its days side by side, each with its talks by the hour', () => {
    assert.equal(textOf(only(html, 'h1')), 'Talks from 5 October to 11 October 2015');
    const days = columnsOf(html);
    const names = days.map((day) => textOf([...elementsWithin(day)].find(({ name }) => name === 'h2') ?? day).trim());
    assert.deepEqual(names.length, 7);
    assert.match(names[0] ?? '', /^Monday 5 OctoberMon 5 +2 talks$/);
    assert.match(names[6] ?? '', /^Sunday 11 OctoberSun 11 +2 talks$/);
    assert.deepEqual(slotsIn(days[0]), ['from-11 from-m0 to-12 to-m30']);
  });

  const at = (start: string, end: string) => ({ ...richTalk, talk: { ...richTalk.talk, start, end } });
  const scaleOf = (week: string): readonly string[] =>
    all(week, 'div')
      .filter(({ attributes }) => attributes.class === 'scale')
      .flatMap((scale) => elementsIn(scale).map(textOf));

  it('has a scale from the hour of its first talk to the end of its last', () => {
    const talks = [
      at('2015-10-06T08:30:00Z', '2015-10-06T09:15:00Z'),
      // An hour, as its end is unknown.
      at('2015-10-06T10:30:00Z', '2015-10-06T10:30:00Z'),
    ];
    const week = weekPage(weekContent(talks), view);
    assert.deepEqual(scaleOf(week), ['09:00', '10:00', '11:00', '12:00']);
    assert.match(week, / first-9 hours-4"/);
    assert.deepEqual(slotsIn(columnsOf(week)[0]), [
      'from-9 from-m30 to-10 to-m15',
      'from-11 from-m30 to-12 to-m30 open',
    ]);
    assert.deepEqual(scaleOf(weekPage(weekContent([]), view)), []);
  });

  it('puts talks that overlap, also through others, into as many lanes as are needed, up to three', () => {
    const talks = [
      at('2015-10-06T09:00:00Z', '2015-10-06T10:00:00Z'),
      at('2015-10-06T09:30:00Z', '2015-10-06T11:00:00Z'),
      at('2015-10-06T10:00:00Z', '2015-10-06T11:00:00Z'),
      at('2015-10-06T11:00:00Z', '2015-10-06T12:00:00Z'),
    ];
    const lanesOf = (week: string): readonly string[] => slotsIn(columnsOf(week)[0]).map((one) => one.slice(-11));
    assert.deepEqual(
      lanesOf(weekPage(weekContent(talks), view)),
      ['lane-1-of-2', 'lane-2-of-2', 'lane-1-of-2', ' to-13 to-m0'].map((one) => one.slice(-11)),
    );
    const crowded = weekPage(weekContent(Array.from({ length: 6 }, () => talks[0] ?? assert.fail())), view);
    assert.deepEqual(lanesOf(crowded), ['lane-1-of-3', 'lane-2-of-3', 'lane-3-of-3']);
    assert.match(textOf(columnsOf(crowded)[0] ?? assert.fail()), /3 more/);
  });

  it('puts talks that go on after midnight or last all day above the hours', () => {
    const talks = [
      at('2015-10-05T23:00:00Z', '2015-10-06T23:00:00Z'),
      at('2015-10-06T20:00:00Z', '2015-10-06T23:30:00Z'),
      // Until midnight.
      at('2015-10-06T21:00:00Z', '2015-10-06T23:00:00Z'),
    ];
    const [day] = columnsOf(weekPage(weekContent(talks), view));
    const above = [...elementsWithin(day ?? assert.fail())].find(
      ({ attributes }) => attributes.class === 'above-hours',
    );
    assert.equal([...elementsWithin(above ?? assert.fail())].filter(({ name }) => name === 'li').length, 2);
    assert.deepEqual(slotsIn(day), ['from-22 from-m0 to-24 to-m0']);
  });

  it('shows a talk of several days on each of them, with its last day', () => {
    const talk = { ...richTalk.talk, start: '2015-10-05T08:00:00Z', end: '2015-10-07T16:00:00Z' };
    const continuing = [{ details: { ...richTalk, talk }, venueAround: '' }];
    const { days } = weekContent([]);
    const week = weekPage({ ...weekContent([]), days: days.map((day) => ({ ...day, total: 1, continuing })) }, view);
    const lists = all(week, 'ul').filter(({ attributes }) => attributes.class === 'continuing');
    assert.equal(lists.length, 7);
    assert.match(textOf(lists[1] ?? assert.fail()), /^day 2 of 3, until Wed 7 Oct Moss/);
    assert.match(textOf(lists[2] ?? assert.fail()), /^day 3 of 3 Moss/);
    assert.match(week, />\s*1 talk</);
    const crowd = Array.from({ length: 6 }, () => continuing).flat();
    const crowded = weekPage(
      { ...weekContent([]), days: days.map((day) => ({ ...day, total: 6, continuing: crowd })) },
      view,
    );
    const more = all(crowded, 'p').filter(({ attributes }) => attributes.class === 'more');
    assert.deepEqual([more.length, textOf(more[0] ?? assert.fail()).slice(0, 6)], [7, '2 more']);
  });

  it('has both years in its title if it spans New Year', () => {
    const days = ['2015-12-28', '2016-01-03'].map((day) => ({ day, total: 0, talks: [], continuing: [] }));
    const title = textOf(only(weekPage({ ...weekContent([]), days }, view), 'h1'));
    assert.equal(title, 'Talks from 28 December 2015 to 3 January 2016');
  });

  it('shows the venues of talks', () => {
    assert.match(textOf(all(html, 'section')[0] ?? assert.fail()), /Glass House/);
  });
});

describe('an agenda', () => {
  it('shows its start date and has a slot for talks if it has some', () => {
    const html = agendaPage(agenda, view);
    assert.deepEqual(all(html, 'h2').map(textOf), [`From ${view.dates.longDate('2015-07-31')}`]);
    assert.equal(html.split(TALKS_HERE.markup).length, 2);
    assert.equal(agendaPage({ ...agenda, shown: 0 }, view).split(TALKS_HERE.markup).length, 1);
  });

  it('keeps its parameters in the link to the next page', () => {
    const links = all(agendaPage(agenda, view), 'a').map(({ attributes }) => attributes);
    assert.equal(
      links.find(({ rel }) => rel === 'next')?.href,
      '/agenda?from=2015-07-31&topic=http://topics.example.org/moss&count=3&page=3',
    );
  });
});

describe('a calendar with long or hostile titles', () => {
  const long = 'A very long “title” & more <of it> '.repeat(20);
  const crowd = Array.from({ length: 4 }, (_, at) => ({
    ...richTalk,
    talk: { ...richTalk.talk, slug: `52360e07-9b8b-477d-8bc7-8a25995e5ef${String(at)}`, title: long },
  }));
  const asked = Array.from({ length: 4 }, () => ({ name: 'series', value: richTalk.talk.slug }));
  const german = testView({ language: 'de', languageInAddress: true });

  it('stays under 60 kB', () => {
    const pages = [
      monthPage(monthContent(crowd.slice(0, 3), 1000), german),
      monthPage({ ...monthContent(crowd.slice(0, 2), 1000), filters: asked }, german),
      weekPage({ ...weekContent(crowd, 1000), filters: asked }, german),
    ];
    for (const html of pages) assert.ok(Buffer.byteLength(html) < MAX_BYTES, String(Buffer.byteLength(html)));
  });

  it('stays valid HTML and escapes the titles', async () => {
    await fc.assert(
      fc.asyncProperty(hostileTalk, async (details) => {
        for (const html of [monthPage(monthContent([details]), view), weekPage(weekContent([details]), view)]) {
          assert.deepEqual(await htmlFaults(html), []);
          for (const { name, attributes } of elementsWithin(only(html, 'main'))) {
            assert.ok(!['script', 'b', 'style'].includes(name), name);
            for (const attribute of Object.keys(attributes)) assert.doesNotMatch(attribute, /^(on|style)/);
          }
        }
      }),
      { numRuns: RUNS.slowest },
    );
  });
});
