import type { PlaceId } from '#catalogue/place.js';
import type { Slug } from '#catalogue/slug.js';
import type { NamedValue } from '#search/request.js';
import type { Publication, SearchHead } from './representation.js';

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
  talkPage: '/talks/id/',
  seriesPage: '/talks/series/id/',
  collectionPage: '/user/lists/id/',
  personPage: '/talks/persons/id/',
  openapi: '/openapi.json',
  docs: '/docs/api',
  assets: '/assets/',
} as const;

/** The addresses we publish, all written in one form: as paths or absolute. */
export interface Links {
  readonly home: string;
  readonly entryPoint: string;
  readonly openapi: string;
  readonly docs: string;
  /** RFC 6570 templates; the variable of a single resource is `id`. */
  readonly templates: Templates;
  talk(slug: Slug): string;
  talkPage(slug: Slug): string;
  talkCalendar(slug: Slug): string;
  series(slug: Slug): string;
  seriesPage(slug: Slug): string;
  seriesCalendar(slug: Slug): string;
  collection(slug: Slug): string;
  collectionPage(slug: Slug): string;
  collectionCalendar(slug: Slug): string;
  person(slug: Slug): string;
  personPage(slug: Slug): string;
  personCalendar(slug: Slug): string;
  asset(name: string): string;
}

export interface Templates {
  readonly talkSearch: string;
  readonly eventSearch: string;
  readonly talk: string;
  readonly talkPage: string;
  readonly talkCalendar: string;
  readonly series: string;
  readonly seriesPage: string;
  readonly collection: string;
  readonly collectionPage: string;
  readonly person: string;
  readonly personPage: string;
}

/** Links in the form that the service is configured to publish. */
export function publishedLinks(publication: Publication): Links {
  return publication.links === 'absolute' ? absoluteLinks(publication) : pathLinks(publication);
}

export function absoluteLinks(publication: Publication): Links {
  return linksFrom(publication.baseUrl);
}

/** A base address with a path of its own keeps that path: a link has to lead somewhere. */
export function pathLinks(publication: Publication): Links {
  return linksFrom(new URL(publication.baseUrl).pathname.replace(/\/$/, ''));
}

/** Of a talk, a page has a final slash, of a series none, of a collection one: so has every address in the existing service. */
function linksFrom(base: string): Links {
  const talk = base + PATHS.talk;
  const talkPage = base + PATHS.talkPage;
  const series = base + PATHS.series;
  const seriesPage = base + PATHS.seriesPage;
  const collection = base + PATHS.collection;
  const collectionPage = base + PATHS.collectionPage;
  const person = base + PATHS.person;
  const personPage = base + PATHS.personPage;
  const assets = base + PATHS.assets;
  const links: Omit<Links, 'templates'> = {
    home: base + PATHS.home,
    entryPoint: base + PATHS.entryPoint,
    openapi: base + PATHS.openapi,
    docs: base + PATHS.docs,
    talk: (slug) => talk + slug,
    talkPage: (slug) => `${talkPage}${slug}/`,
    talkCalendar: (slug) => `${talk}${slug}.ics`,
    series: (slug) => series + slug,
    seriesPage: (slug) => seriesPage + slug,
    seriesCalendar: (slug) => `${series}${slug}.ics`,
    collection: (slug) => collection + slug,
    collectionPage: (slug) => `${collectionPage}${slug}/`,
    collectionCalendar: (slug) => `${collection}${slug}.ics`,
    person: (slug) => person + slug,
    personPage: (slug) => personPage + slug,
    personCalendar: (slug) => `${person}${slug}.ics`,
    asset: (name) => assets + name,
  };
  return { ...links, templates: templatesFrom(base, links) };
}

const SEARCH_VARIABLES =
  '{?from,to,speaker*,series*,venue*,organising_department*,topic*,subdepartments,subvenues,count,page}';

function templatesFrom(base: string, links: Omit<Links, 'templates'>): Templates {
  return {
    talkSearch: base + PATHS.talkSearch + SEARCH_VARIABLES,
    eventSearch: base + PATHS.eventSearch + SEARCH_VARIABLES,
    talk: links.talk('{id}'),
    talkPage: links.talkPage('{id}'),
    talkCalendar: links.talkCalendar('{id}'),
    series: `${links.series('{id}')}{?from,to}`,
    seriesPage: links.seriesPage('{id}'),
    collection: `${links.collection('{id}')}{?from,to}`,
    collectionPage: links.collectionPage('{id}'),
    person: `${links.person('{id}')}{?from,to}`,
    personPage: links.personPage('{id}'),
  };
}

/** A place's record on the places service (interface.md 2.5). */
export function placeLink(publication: Publication, id: PlaceId): string {
  return publication.placesUrl + id;
}

/** A place on the maps service (interface.md 2.5). */
export function mapLink(publication: Publication, id: PlaceId): string {
  return publication.mapsUrl + id;
}

/** A search as it was asked, and how much it found. */
export interface SearchRun {
  /** The path that it was asked on: its links stay there. */
  readonly path: typeof PATHS.talkSearch | typeof PATHS.eventSearch;
  /** Every pair of the query, decoded, in the order in which they came. */
  readonly parameters: readonly NamedValue[];
  /** 1 and up. */
  readonly page: number;
  /** Talks on a page. */
  readonly count: number;
  /** How many talks match. */
  readonly total: number;
}

/** The links of a search: absolute, because widgets follow them from other origins, and with every parameter it was asked with. */
export function searchHead(publication: Publication, run: SearchRun): SearchHead {
  const at = publication.baseUrl + run.path;
  const lastPage = Math.ceil(run.total / run.count);
  const others = queryString(run.parameters.filter(({ name }) => name !== 'page'));
  const onPage = `${at}${others === '' ? '?' : `${others}&`}page=`;
  // From a page past the end, `prev` leads to the last page that has talks.
  const prev = Math.min(run.page - 1, lastPage);
  return {
    self: at + queryString(run.parameters),
    next: run.page < lastPage ? `${onPage}${String(run.page + 1)}` : null,
    prev: prev > 0 ? `${onPage}${String(prev)}` : null,
    total: run.total,
  };
}

/** `?name=value&…`, or nothing when there are no pairs. */
export function queryString(parameters: readonly NamedValue[]): string {
  if (parameters.length === 0) return '';
  return `?${parameters.map(({ name, value }) => `${encoded(name)}=${encoded(value)}`).join('&')}`;
}

const NEEDS_NO_CODE = /^[\w.~:/-]*$/;

/** Percent-encoded for a query, where RFC 3986 (3.4) leaves `:` and `/` as they are: place identifiers and topics stay readable. */
function encoded(text: string): string {
  if (NEEDS_NO_CODE.test(text)) return text;
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(/%3A|%2F/g, (code) =>
    code === '%3A' ? ':' : '/',
  );
}
