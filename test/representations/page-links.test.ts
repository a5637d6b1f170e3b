import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { absolutePageLinks, BROWSED, pageLinks, type PageLinks } from '#representations/links/page-links.ts';
import { publication } from '../support/catalogue/publication.ts';

const SLUG = '52360e07-9b8b-477d-8bc7-8a25995e5ef8';
const TOPIC = 'http://topics.example.org/moss?a=b&c#d';
const FILTERS = [
  { name: 'series', value: SLUG },
  { name: 'q', value: 'β & "γ"' },
];

/** Every address, by name. */
function all(links: PageLinks): Record<string, string> {
  return {
    home: links.home,
    about: links.about,
    help: links.help,
    privacy: links.privacy,
    docs: links.docs,
    docsPart: links.docsPart('schema-Talk'),
    search: links.search(),
    asked: links.search(FILTERS),
    month: links.month('2026-02'),
    week: links.week('2026-W07', FILTERS),
    calendarDay: links.calendarDay('2026-02-03', FILTERS),
    calendarRooms: links.calendarRooms('2026-02-03'),
    agenda: links.agenda(),
    talk: links.talk(SLUG),
    series: links.series(SLUG),
    person: links.person(SLUG),
    collection: links.collection(SLUG),
    department: links.department('place:2'),
    venue: links.venue('place:1'),
    topic: links.topic(TOPIC),
    day: links.day('2026-02-03'),
    browse: links.browse('people', [{ name: 'letter', value: 'Ä' }]),
    page: links.page('/talks/id/x?a=b'),
    asset: links.asset('a.css'),
    card: links.card(SLUG),
    sitemap: links.sitemap,
    part: links.sitemapPart('talks-2'),
    robots: links.robots,
  };
}

const PATHS = {
  home: '/',
  about: '/about',
  help: '/help',
  privacy: '/privacy',
  docs: '/docs/api',
  docsPart: '/docs/api/schema-Talk',
  search: '/search',
  asked: `/search?series=${SLUG}&q=%CE%B2%20%26%20%22%CE%B3%22`,
  month: '/calendar/month/2026-02',
  week: `/calendar/week/2026-W07?series=${SLUG}&q=%CE%B2%20%26%20%22%CE%B3%22`,
  calendarDay: `/calendar/day/2026-02-03?series=${SLUG}&q=%CE%B2%20%26%20%22%CE%B3%22`,
  calendarRooms: '/calendar/rooms/2026-02-03',
  agenda: '/agenda',
  talk: `/talks/id/${SLUG}/`,
  series: `/talks/series/id/${SLUG}`,
  person: `/talks/persons/id/${SLUG}`,
  collection: `/user/lists/id/${SLUG}/`,
  department: '/talks/department/id/place:2',
  venue: '/talks/venues/id/place:1',
  topic: '/talks/topics/id?uri=http://topics.example.org/moss%3Fa%3Db%26c%23d',
  day: '/talks/date/2026/02/03/',
  browse: '/browse/people?letter=%C3%84',
  page: '/talks/id/x?a=b',
  asset: '/assets/a.css',
  card: `/cards/${SLUG}.png`,
  sitemap: '/sitemap.xml',
  part: '/sitemap-talks-2.xml',
  robots: '/robots.txt',
};

describe('links between pages', () => {
  it('are paths without lang if the address has none', () => {
    assert.deepEqual(all(pageLinks(publication, null)), PATHS);
  });

  it('keep lang of the address, except links to files without a language', () => {
    const FILES = ['asset', 'sitemap', 'part', 'robots'];
    const expected = Object.entries(PATHS).map(([name, path]) => {
      if (FILES.includes(name)) return [name, path];
      return [name, `${path}${path.includes('?') ? '&' : '?'}lang=de`];
    });
    assert.deepEqual(all(pageLinks(publication, 'de')), Object.fromEntries(expected));
  });

  it('are absolute if made by absolutePageLinks', () => {
    const expected = Object.entries(PATHS).map(([name, path]) => [name, `https://talks.example.org${path}`]);
    assert.deepEqual(all(absolutePageLinks(publication)), Object.fromEntries(expected));
    assert.equal(absolutePageLinks(publication, 'fr').home, 'https://talks.example.org/?lang=fr');
  });

  it('keep the path of the base address', () => {
    const below = { ...publication, baseUrl: 'https://example.org/listing' };
    const expected = Object.entries(PATHS).map(([name, path]) => [name, `/listing${path}`]);
    assert.deepEqual(all(pageLinks(below, null)), Object.fromEntries(expected));
  });

  it('lead to six browse pages', () => {
    const links = pageLinks(publication, null);
    assert.deepEqual(
      BROWSED.map((what) => links.browse(what)),
      ['series', 'departments', 'people', 'topics', 'venues', 'collections'].map((name) => `/browse/${name}`),
    );
  });
});
