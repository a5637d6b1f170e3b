import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { agendaPage } from '#pages/calendar/agenda.ts';
import { monthPage } from '#pages/calendar/calendar-month.ts';
import { weekPage } from '#pages/calendar/calendar-week.ts';
import { LANGUAGES } from '#pages/frame/language.ts';
import { monthContent, weekContent } from '../support/render/calendar-content.ts';
import { elementsWithin, textOf, type Markup } from '../support/render/markup.ts';
import { allOf, hasClass, pageTree } from '../support/render/page-tree.ts';
import { testView, view } from '../support/render/view.ts';
import { agenda } from '../support/render/agenda-content.ts';

function all(html: string, name: string): Markup[] {
  return allOf(pageTree(html), name);
}

const FILTERS = [{ name: 'organising_department', value: 'place:2001' }];

interface Elsewhere {
  readonly advertised: string[];
  readonly followed: string[];
  readonly data: string[];
}

/** The links to other representations in the head, in the menu to follow the calendar and in the menu of data. */
function elsewhere(html: string): Elsewhere {
  const advertised = all(html, 'link').flatMap(({ attributes: { type, href } }) =>
    type === undefined || href === undefined ? [] : [href],
  );
  const hrefsIn = (name: string): string[] => {
    const [section] = allOf(pageTree(html), 'details', hasClass(name));
    const links = section === undefined ? [] : [...elementsWithin(section)];
    return links.flatMap(({ attributes: { href } }) => (href === undefined ? [] : [href]));
  };
  return { advertised, followed: hrefsIn('follow'), data: hrefsIn('as-data') };
}

describe('the feeds of a calendar page', () => {
  const SEARCH = '/api/talks/search';
  const FEEDS = ['.ics', '.atom', '.rss', '.feed.json', '.csv'];
  const TOPIC = 'topic=http://topics.example.org/moss';
  const DEPARTMENT = 'organising_department=place:2001';
  const DATED = [
    ['month', monthPage({ ...monthContent([]), filters: FILTERS }, view), 'from=2015-10-01&to=2015-10-31', DEPARTMENT],
    ['week', weekPage({ ...weekContent([]), filters: FILTERS }, view), 'from=2015-10-05&to=2015-10-11', DEPARTMENT],
    ['agenda', agendaPage({ ...agenda, page: 1 }, view), 'from=2015-07-31', TOPIC],
  ] as const;

  for (const [kind, html, days, filter] of DATED) {
    it(`are linked from its head with its days and filters, in each format: ${kind}`, () => {
      const [data, ...feeds] = elsewhere(html).advertised;
      const query = `?${days}&${filter}`;
      assert.equal(data, `${SEARCH}${query}${kind === 'agenda' ? '&count=3' : ''}`);
      assert.deepEqual(
        feeds.filter((href) => !href.includes('/oembed?')),
        FEEDS.map((suffix) => `${SEARCH}${suffix}${query}`),
      );
    });

    it(`are followed with its filters but without its days: ${kind}`, () => {
      const { followed, data } = elsewhere(html);
      const [webcal, , , , feed] = followed;
      assert.equal(webcal, `webcal://talks.example.org${SEARCH}.ics?${filter}`);
      assert.equal(feed, `${SEARCH}.atom?${filter}`);
      assert.deepEqual(data, [
        ...['.json', '.xml'].map((suffix) => `${SEARCH}${suffix}?from=today&${filter}`),
        ...FEEDS.map((suffix) => `${SEARCH}${suffix}?${filter}`),
      ]);
      for (const href of followed) assert.doesNotMatch(decodeURIComponent(href), /(?:from|to)=/);
    });
  }

  it('start today if an agenda has no start', () => {
    const { advertised } = elsewhere(agendaPage({ ...agenda, days: [], filters: [], asked: [] }, view));
    const [data, ...feeds] = advertised;
    assert.equal(data, `${SEARCH}?from=today&page=2`);
    assert.deepEqual(
      feeds,
      FEEDS.map((suffix) => `${SEARCH}${suffix}?from=today`),
    );
  });

  it('are explained in every language in the menu to follow them', () => {
    for (const language of LANGUAGES) {
      const inLanguage = testView({ language });
      const { messages } = inLanguage;
      for (const html of [
        monthPage(monthContent([]), inLanguage),
        weekPage(weekContent([]), inLanguage),
        agendaPage(agenda, inLanguage),
      ]) {
        const [section] = allOf(pageTree(html), 'details', hasClass('follow'));
        assert.ok(section !== undefined);
        assert.ok(textOf(section).startsWith(`${messages.follow.title}${messages.browse.calendar.follow}`));
      }
    }
  });
});
