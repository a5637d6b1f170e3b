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
        ['/search?from=2015-10-31&to=2015-10-31', 'Sat 31 October 2015, 3 talks'],
        [`/talks/id/${richTalk.talk.slug}/`, '11:00 Moss "in the dark": β < γ?'],
        ['/search?from=2015-10-31&to=2015-10-31', `2 more on ${view.dates.longDate('2015-10-31')}`],
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

const FREE = { total: 0, talks: [] };

describe('a week calendar', () => {
  const html = weekPage(weekContent([richTalk], 1), view);

  it('shows its days side by side, each with its talks by the hour', () => {
    assert.equal(textOf(only(html, 'h1')), 'Talks from 5 October to 11 October 2015');
    const days = all(html, 'section').filter(({ attributes }) => attributes.class?.startsWith('day-column') === true);
    const names = days.map((day) => textOf([...elementsWithin(day)].find(({ name }) => name === 'h2') ?? day).trim());
    assert.deepEqual([names.length, names[0], names[6]], [7, 'Monday 5 October 6 talks', 'Sunday 11 October 6 talks']);
    const classes = [...elementsWithin(days[0] ?? assert.fail())].map(({ attributes }) => attributes.class);
    assert.ok(classes.includes('hour hour-11'), classes.join(', '));
  });

  it('has a row for every hour from its first talk to its last', () => {
    const at = (start: string) => ({ ...richTalk, talk: { ...richTalk.talk, start, end: start } });
    const week = weekPage(weekContent([at('2015-10-06T08:30:00Z'), at('2015-10-06T11:30:00Z')]), view);
    const scale = all(week, 'div').find(({ attributes }) => attributes.class === 'scale') ?? assert.fail();
    assert.deepEqual(elementsIn(scale).map(textOf), ['09:00', '10:00', '11:00', '12:00']);
    assert.ok(!weekPage(weekContent([]), view).includes('class="scale"'));
  });

  it('shows a talk of several days on each of them, with its last day', () => {
    const talk = { ...richTalk.talk, start: '2015-10-05T08:00:00Z', end: '2015-10-07T16:00:00Z' };
    const continuing = [{ details: { ...richTalk, talk }, venueAround: '' }];
    const { days } = weekContent([]);
    const week = weekPage({ ...weekContent([]), days: days.map((day) => ({ ...day, continuing })) }, view);
    const lists = all(week, 'ul').filter(({ attributes }) => attributes.class === 'continuing');
    assert.equal(lists.length, 7);
    assert.match(textOf(lists[1] ?? assert.fail()), /^day 2 of 3, until Wed 7 Oct Moss/);
    assert.match(textOf(lists[2] ?? assert.fail()), /^day 3 of 3 Moss/);
    assert.match(week, />\s*1 talk</);
    const crowd = Array.from({ length: 6 }, () => continuing).flat();
    const crowded = weekPage({ ...weekContent([]), days: days.map((day) => ({ ...day, continuing: crowd })) }, view);
    const more = all(crowded, 'p').filter(({ attributes }) => attributes.class === 'more');
    assert.deepEqual([more.length, textOf(more[0] ?? assert.fail()).slice(0, 6)], [7, '2 more']);
  });

  it('has both years in its title if it spans New Year', () => {
    const days = ['2015-12-28', '2016-01-03'].map((day) => ({
      day,
      parts: { morning: FREE, afternoon: FREE, evening: FREE },
      continuing: [],
    }));
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
