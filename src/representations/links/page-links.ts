import type { PlaceId } from '#catalogue/place.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TopicUri } from '#catalogue/topic.ts';
import type { NamedValue } from '#search/query/request.ts';
import { absoluteLinks, PATHS, pathLinks, queryString } from './links.ts';
import type { Publication } from '../representation.ts';

/** What can be browsed by its first letter or as a tree. */
export const BROWSED = ['series', 'departments', 'people', 'topics', 'venues', 'collections'] as const;
export type Browsed = (typeof BROWSED)[number];

/** Where the pages are that have no other address in `PATHS`. */
export const PAGE_PATHS = {
  search: '/search',
  month: '/calendar/month/',
  week: '/calendar/week/',
  agenda: '/agenda',
  departmentPage: '/talks/department/id/',
  venuePage: '/talks/venues/id/',
  topicPage: '/talks/topics/id',
  day: '/talks/date/',
  browse: '/browse/',
  about: '/about',
  help: '/help',
  card: '/cards/',
  sitemap: '/sitemap.xml',
  sitemapPart: '/sitemap-',
  robots: '/robots.txt',
} as const;

type Query = readonly NamedValue[];

/** The addresses of pages, as paths or absolute, with the reader's language in them where it is in the address already. */
export interface PageLinks {
  readonly home: string;
  readonly about: string;
  readonly help: string;
  /** The interface for programs. */
  readonly docs: string;
  /** A part of it. @param name of an operation, or a schema's behind `schema-` */
  docsPart(name: string): string;
  search(query?: Query): string;
  /** @param month `yyyy-mm` */
  month(month: string, filters?: Query): string;
  /** @param week `yyyy-Www` (ISO 8601) */
  week(week: string, filters?: Query): string;
  agenda(filters?: Query): string;
  talk(slug: Slug): string;
  series(slug: Slug, query?: Query): string;
  person(slug: Slug, query?: Query): string;
  collection(slug: Slug, query?: Query): string;
  department(id: PlaceId, query?: Query): string;
  venue(id: PlaceId, query?: Query): string;
  topic(uri: TopicUri, query?: Query): string;
  /** @param day `yyyy-mm-dd` */
  day(day: string): string;
  browse(what: Browsed, query?: Query): string;
  /** Any page of ours, by its path and query. */
  page(address: string): string;
  /** The picture that stands for a talk where its page is shared. */
  card(slug: Slug): string;
  /** A file under `/assets/`, the same in every language, as is what follows. */
  asset(name: string): string;
  readonly sitemap: string;
  /** @param name as `talks-1` */
  sitemapPart(name: string): string;
  readonly robots: string;
}

/** Links between pages. @param language in the address of each, null for none */
export function pageLinks(publication: Publication, language: string | null): PageLinks {
  return madeOnce(pathLinks(publication).home.slice(0, -1), language);
}

/** The same as others link to them: absolute, and in no language but the one given. */
export function absolutePageLinks(publication: Publication, language: string | null = null): PageLinks {
  return madeOnce(absoluteLinks(publication).home.slice(0, -1), language);
}

/** By language and base address: one or two of the latter. */
const made = new Map<string, PageLinks>();

function madeOnce(base: string, language: string | null): PageLinks {
  const key = `${language ?? ''} ${base}`;
  let links = made.get(key);
  if (links === undefined) made.set(key, (links = linksFrom(base, language)));
  return links;
}

const P = PAGE_PATHS;

function linksFrom(base: string, language: string | null): PageLinks {
  const pair = language === null ? '' : `lang=${language}`;
  const inLanguage = (address: string): string =>
    pair === '' ? base + address : `${base}${address}${address.includes('?') ? '&' : '?'}${pair}`;
  const asked = (path: string, query: Query = []): string => inLanguage(path + queryString(query));
  return {
    home: inLanguage(PATHS.home),
    about: inLanguage(P.about),
    help: inLanguage(P.help),
    docs: inLanguage(PATHS.docs),
    docsPart: (name) => inLanguage(`${PATHS.docs}/${encodeURIComponent(name)}`),
    search: (query) => asked(P.search, query),
    month: (month, filters) => asked(P.month + month, filters),
    week: (week, filters) => asked(P.week + week, filters),
    agenda: (filters) => asked(P.agenda, filters),
    talk: (slug) => inLanguage(`${PATHS.talkPage}${slug}/`),
    series: (slug, query) => asked(PATHS.seriesPage + slug, query),
    person: (slug, query) => asked(PATHS.personPage + slug, query),
    collection: (slug, query) => asked(`${PATHS.collectionPage}${slug}/`, query),
    department: (id, query) => asked(P.departmentPage + id, query),
    venue: (id, query) => asked(P.venuePage + id, query),
    topic: (uri, query = []) => asked(P.topicPage, [{ name: 'uri', value: uri }, ...query]),
    day: (day) => inLanguage(`${P.day}${day.replaceAll('-', '/')}/`),
    browse: (what, query) => asked(P.browse + what, query),
    page: inLanguage,
    card: (slug) => inLanguage(`${P.card}${slug}.png`),
    asset: (name) => base + PATHS.assets + name,
    sitemap: base + P.sitemap,
    sitemapPart: (name) => `${base}${P.sitemapPart}${name}.xml`,
    robots: base + P.robots,
  };
}
