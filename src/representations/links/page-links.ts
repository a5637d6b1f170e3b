import type { PlaceId } from '#catalogue/place.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TopicUri } from '#catalogue/topic.ts';
import type { NamedValue } from '#search/query/request.ts';
import { absoluteLinks, PATHS, pathLinks, queryString } from './links.ts';
import { memoize } from '../memoize.ts';
import type { Publication } from '../representation.ts';

/** What can be browsed by its first letter or as a tree. */
export const BROWSED = ['series', 'departments', 'people', 'topics', 'venues', 'collections'] as const;
export type Browsed = (typeof BROWSED)[number];

/** Paths of pages that are not in `PATHS`. */
export const PAGE_PATHS = {
  search: '/search',
  calendar: '/calendar',
  month: '/calendar/month/',
  week: '/calendar/week/',
  calendarDay: '/calendar/day/',
  calendarRooms: '/calendar/rooms/',
  agenda: '/agenda',
  display: '/display',
  embed: '/embed',
  embedTalks: '/embed/talks',
  oembed: '/oembed',
  myTalks: '/my-talks',
  departmentPage: '/talks/department/id/',
  venuePage: '/talks/venues/id/',
  topicPage: '/talks/topics/id',
  day: '/talks/date/',
  browse: '/browse/',
  about: '/about',
  help: '/help',
  privacy: '/privacy',
  card: '/cards/',
  code: '/qr/',
  sitemap: '/sitemap.xml',
  sitemapPart: '/sitemap-',
  robots: '/robots.txt',
} as const;

type Query = readonly NamedValue[];

/** The addresses of pages, as paths or absolute, with the reader's language in them where it is in the address already. */
export type PageLinks = ReturnType<typeof linksFrom>;

/** Links between pages. @param language in the address of each, null for none */
export function pageLinks(publication: Publication, language: string | null): PageLinks {
  return linksOf(pathLinks(publication).home)(language);
}

/** The same as others link to them: absolute, and in no language but the one given. */
export function absolutePageLinks(publication: Publication, language: string | null = null): PageLinks {
  return linksOf(absoluteLinks(publication).home)(language);
}

const linksOf = memoize((home: string) => memoize((language: string | null) => linksFrom(home.slice(0, -1), language)));

const P = PAGE_PATHS;

function linksFrom(base: string, language: string | null) {
  const pair = language === null ? '' : `lang=${language}`;
  const inLanguage = (address: string): string =>
    pair === '' ? base + address : `${base}${address}${address.includes('?') ? '&' : '?'}${pair}`;
  const asked = (path: string, query: Query = []): string => inLanguage(path + queryString(query));
  return {
    home: inLanguage(PATHS.home),
    about: inLanguage(P.about),
    help: inLanguage(P.help),
    privacy: inLanguage(P.privacy),
    /** The interface for programs. */
    docs: inLanguage(PATHS.docs),
    /** A part of them. @param name of an operation, or a schema's behind `schema-` */
    docsPart: (name: string) => inLanguage(`${PATHS.docs}/${encodeURIComponent(name)}`),
    search: (query?: Query) => asked(P.search, query),
    /** Leads to this week, or, with parameters, to another day and kind of calendar. */
    calendar: (query?: Query) => asked(P.calendar, query),
    /** @param month `yyyy-mm` */
    month: (month: string, filters?: Query) => asked(P.month + month, filters),
    /** @param week `yyyy-Www` (ISO 8601) */
    week: (week: string, filters?: Query) => asked(P.week + week, filters),
    /** @param day `yyyy-mm-dd` */
    calendarDay: (day: string, filters?: Query) => asked(P.calendarDay + day, filters),
    /** The same day, by room. @param day `yyyy-mm-dd` */
    calendarRooms: (day: string, filters?: Query) => asked(P.calendarRooms + day, filters),
    agenda: (filters?: Query) => asked(P.agenda, filters),
    myTalks: () => inLanguage(P.myTalks),
    /** For screens: what is on and next. */
    display: (filters?: Query) => asked(P.display, filters),
    /** Where a list for another site is put together. */
    embed: (query?: Query) => asked(P.embed, query),
    /** How a page is embedded elsewhere. @param url its absolute address */
    oembed: (url: string) => `${base}${P.oembed}${queryString([{ name: 'url', value: url }])}`,
    /** The script of the custom element. */
    element: (version: string) => `${base}${P.embed}/${version}/lectern-talks.js`,
    /** Talks for a frame on another site. */
    embedTalks: (query?: Query) => asked(P.embedTalks, query),
    talk: (slug: Slug) => inLanguage(`${PATHS.talkPage}${slug}/`),
    series: (slug: Slug, query?: Query) => asked(PATHS.seriesPage + slug, query),
    person: (slug: Slug, query?: Query) => asked(PATHS.personPage + slug, query),
    collection: (slug: Slug, query?: Query) => asked(`${PATHS.collectionPage}${slug}/`, query),
    department: (id: PlaceId, query?: Query) => asked(P.departmentPage + id, query),
    venue: (id: PlaceId, query?: Query) => asked(P.venuePage + id, query),
    topic: (uri: TopicUri, query: Query = []) => asked(P.topicPage, [{ name: 'uri', value: uri }, ...query]),
    /** @param day `yyyy-mm-dd` */
    day: (day: string) => inLanguage(`${P.day}${day.replaceAll('-', '/')}/`),
    browse: (what: Browsed, query?: Query) => asked(P.browse + what, query),
    /** Any page of ours, by its path and query. */
    page: inLanguage,
    /** The preview image of a talk, for link previews. */
    card: (slug: Slug) => inLanguage(`${P.card}${slug}.png`),
    /** The QR code of a talk's page. */
    code: (slug: Slug) => `${base}${P.code}${slug}.svg`,
    /** A file under `/assets/`, the same in every language, as is what follows. */
    asset: (name: string) => base + PATHS.assets + name,
    sitemap: base + P.sitemap,
    /** @param name such as `talks-1` */
    sitemapPart: (name: string) => `${base}${P.sitemapPart}${name}.xml`,
    robots: base + P.robots,
  } as const;
}
