import { isImagePath } from '#catalogue/image.ts';
import type { Place, PlaceId } from '#catalogue/place.ts';
import type { Slug } from '#catalogue/slug.ts';
import { PARAMETERS } from '#search/query/parameters.ts';
import type { Operation } from '#search/query/parameters.ts';
import type { NamedValue } from '#search/query/request.ts';
import { memoize } from '../memoize.ts';
import type { Publication } from '../representation.ts';

/**
 * Where everything is served, relative to the base address. One that ends in a slash is followed by an identifier.
 * Pages and calendars are where the existing service has them, so that bookmarks and subscriptions go on working.
 */
export const PATHS = {
  home: '/',
  entryPoint: '/api',
  talkSearch: '/api/talks/search',
  eventSearch: '/api/events/search',
  talk: '/api/talks/',
  series: '/api/series/',
  collection: '/api/collections/id/',
  person: '/api/person/',
  department: '/api/departments/',
  venue: '/api/venues/',
  topic: '/api/topics',
  suggest: '/api/suggest',
  people: '/api/people',
  allSeries: '/api/series',
  collections: '/api/collections',
  places: '/api/places',
  talkPage: '/talks/id/',
  seriesPage: '/talks/series/id/',
  collectionPage: '/user/lists/id/',
  personPage: '/talks/persons/id/',
  openapi: '/openapi.json',
  docs: '/docs/api',
  assets: '/assets/',
  images: '/images/',
} as const;

/** The addresses we publish, all written in one form: as paths or absolute. */
export type Links = ReturnType<typeof linksFrom>;

/** Links in the form that the service is configured to publish. */
export function publishedLinks(publication: Publication): Links {
  return publication.links === 'absolute' ? absoluteLinks(publication) : pathLinks(publication);
}

export function absoluteLinks(publication: Publication): Links {
  return madeOnce(publication.baseUrl);
}

/** A base address with a path of its own keeps that path: a link has to lead somewhere. */
export function pathLinks({ baseUrl }: Publication): Links {
  return madeOnce(pathOf(baseUrl));
}

const pathOf = memoize((baseUrl: string) => new URL(baseUrl).pathname.replace(/\/$/, ''));
const madeOnce = memoize(linksFrom);

/** The final slashes are those of the existing service: behind a talk's page and a collection's, but not a series'. */
function linksFrom(base: string) {
  const [talk, series] = [base + PATHS.talk, base + PATHS.series];
  const [collection, person] = [base + PATHS.collection, base + PATHS.person];
  const links = {
    home: base + PATHS.home,
    entryPoint: base + PATHS.entryPoint,
    talkSearch: base + PATHS.talkSearch,
    eventSearch: base + PATHS.eventSearch,
    openapi: base + PATHS.openapi,
    docs: base + PATHS.docs,
    talk: (slug: Slug) => talk + slug,
    talkPage: (slug: Slug) => `${base}${PATHS.talkPage}${slug}/`,
    talkCalendar: (slug: Slug) => `${talk}${slug}.ics`,
    series: (slug: Slug) => series + slug,
    seriesPage: (slug: Slug) => base + PATHS.seriesPage + slug,
    seriesCalendar: (slug: Slug) => `${series}${slug}.ics`,
    collection: (slug: Slug) => collection + slug,
    collectionPage: (slug: Slug) => `${base}${PATHS.collectionPage}${slug}/`,
    collectionCalendar: (slug: Slug) => `${collection}${slug}.ics`,
    person: (slug: Slug) => person + slug,
    personPage: (slug: Slug) => base + PATHS.personPage + slug,
    personCalendar: (slug: Slug) => `${person}${slug}.ics`,
    department: (id: PlaceId) => base + PATHS.department + id,
    venue: (id: PlaceId) => base + PATHS.venue + id,
    /** Of every topic: which one is in the query. */
    topic: base + PATHS.topic,
    suggest: base + PATHS.suggest,
    /** Lists of all records of a kind. */
    people: base + PATHS.people,
    allSeries: base + PATHS.allSeries,
    collections: base + PATHS.collections,
    places: base + PATHS.places,
    asset: (name: string) => base + PATHS.assets + name,
    /** @param url as a record has it: an address, or a path below the folder of pictures */
    image: (url: string) => (isImagePath(url) ? base + PATHS.images + url : url),
  } as const;
  /** RFC 6570; the variable of a single resource is `id`. */
  const templates = {
    talkSearch: links.talkSearch + variables('search'),
    eventSearch: links.eventSearch + variables('search'),
    talk: links.talk('{id}'),
    talkPage: links.talkPage('{id}'),
    talkCalendar: links.talkCalendar('{id}'),
    series: links.series('{id}') + variables('listing'),
    seriesPage: links.seriesPage('{id}'),
    collection: links.collection('{id}') + variables('listing'),
    collectionPage: links.collectionPage('{id}'),
    person: links.person('{id}') + variables('listing'),
    personPage: links.personPage('{id}'),
    department: links.department('{id}') + variables('group'),
    venue: links.venue('{id}') + variables('group'),
    topic: links.topic + variables('topic'),
    suggest: `${links.suggest}{?q,count,kind*,strict}`,
    people: links.people + NAME_LIST,
    allSeries: links.allSeries + NAME_LIST,
    collections: links.collections + NAME_LIST,
    topics: links.topic + NAME_LIST,
    places: `${links.places}{?q,role,under,depth,count,page,strict}`,
  } as const;
  return { ...links, templates };
}

const NAME_LIST = '{?q,letter,count,page,strict}';

/** RFC 6570: every parameter that an operation takes, in one format or another. */
function variables(operation: Operation): string {
  const taken = PARAMETERS.filter(({ operations }) =>
    [operation, 'feed'].some((one) => operations.some((has) => has === one)),
  );
  const names = taken.map(({ name, repeatable }) => name + (repeatable ? '*' : ''));
  return `{?${[...names, 'format'].join(',')}}`;
}

/** A place's record: on the places service, else ours; protocol-relative as in OxTalks' API. */
export function placeLink({ baseUrl, placesUrl }: Publication, { id, kind }: Place): string {
  if (placesUrl !== null) return placesUrl + id;
  return baseUrl.slice(baseUrl.indexOf('//')) + (kind === 'venue' ? PATHS.venue : PATHS.department) + id;
}

/** `?name=value&…`, or nothing when there are no pairs. */
export function queryString(parameters: readonly NamedValue[]): string {
  let text = '';
  for (const { name, value } of parameters) text += `${text === '' ? '?' : '&'}${pairText(name, value)}`;
  return text;
}

/** `name=value`, percent-encoded. */
export function pairText(name: string, value: string): string {
  return `${encoded(name)}=${encoded(value)}`;
}

const NEEDS_NO_CODE = /^[\w.~:/-]*$/;

/** Percent-encoded for a query, where RFC 3986 (3.4) leaves `:` and `/` as they are: place identifiers and topics stay readable. */
export function encoded(text: string): string {
  if (NEEDS_NO_CODE.test(text)) return text;
  return encodeURIComponent(text.toWellFormed()).replace(/%3A|%2F/g, (code) => (code === '%3A' ? ':' : '/'));
}
