import type { Place, PlaceId } from '#catalogue/place.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import { PARAMETERS, type Operation } from '#search/query/parameters.ts';
import type { NamedValue } from '#search/query/request.ts';
import type { Alternate, Publication, SearchHead } from '../representation.ts';

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
  readonly talkSearch: string;
  readonly eventSearch: string;
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
  department(id: PlaceId): string;
  venue(id: PlaceId): string;
  /** Of every topic: which one is in the query. */
  readonly topic: string;
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
  readonly department: string;
  readonly venue: string;
  readonly topic: string;
}

/** Links in the form that the service is configured to publish. */
export function publishedLinks(publication: Publication): Links {
  return publication.links === 'absolute' ? absoluteLinks(publication) : pathLinks(publication);
}

export function absoluteLinks(publication: Publication): Links {
  return madeOnce(publication.baseUrl);
}

/** A base address with a path of its own keeps that path: a link has to lead somewhere. */
export function pathLinks(publication: Publication): Links {
  const { baseUrl } = publication;
  let path = paths.get(baseUrl);
  if (path === undefined) paths.set(baseUrl, (path = new URL(baseUrl).pathname.replace(/\/$/, '')));
  return madeOnce(path);
}

/** By base address. A service has one, or two with its path. */
const paths = new Map<string, string>();
const made = new Map<string, Links>();

function madeOnce(base: string): Links {
  let links = made.get(base);
  if (links === undefined) made.set(base, (links = linksFrom(base)));
  return links;
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
    talkSearch: base + PATHS.talkSearch,
    eventSearch: base + PATHS.eventSearch,
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
    department: (id) => base + PATHS.department + id,
    venue: (id) => base + PATHS.venue + id,
    topic: base + PATHS.topic,
    asset: (name) => assets + name,
  };
  return { ...links, templates: templatesFrom(base, links) };
}

/** RFC 6570: every parameter that an operation takes, in one format or another. */
function variables(operation: Operation): string {
  const taken = PARAMETERS.filter(({ operations }) =>
    [operation, 'feed'].some((one) => operations.some((has) => has === one)),
  );
  const names = taken.map(({ name, repeatable }) => (repeatable ? `${name}*` : name));
  return `{?${[...names, 'format'].join(',')}}`;
}

function templatesFrom(base: string, links: Omit<Links, 'templates'>): Templates {
  return {
    talkSearch: base + PATHS.talkSearch + variables('search'),
    eventSearch: base + PATHS.eventSearch + variables('search'),
    talk: links.talk('{id}'),
    talkPage: links.talkPage('{id}'),
    talkCalendar: links.talkCalendar('{id}'),
    series: `${links.series('{id}')}${variables('listing')}`,
    seriesPage: links.seriesPage('{id}'),
    collection: `${links.collection('{id}')}${variables('listing')}`,
    collectionPage: links.collectionPage('{id}'),
    person: `${links.person('{id}')}${variables('listing')}`,
    personPage: links.personPage('{id}'),
    department: `${links.department('{id}')}${variables('group')}`,
    venue: `${links.venue('{id}')}${variables('group')}`,
    topic: `${links.topic}${variables('topic')}`,
  };
}

/** A place's record: on the places service, else ours; protocol-relative (interface.md 2.5). */
export function placeLink({ baseUrl, placesUrl }: Publication, { id, kind }: Place): string {
  if (placesUrl !== null) return placesUrl + id;
  return baseUrl.slice(baseUrl.indexOf('//')) + (kind === 'venue' ? PATHS.venue : PATHS.department) + id;
}

/** What was asked a page at a time, and how much it found. */
export interface SearchRun {
  /** The path that it was asked on: its links stay there. */
  readonly path: string;
  /** Every pair of the query, decoded, in the order in which they came. */
  readonly parameters: readonly NamedValue[];
  /** 1 and up. */
  readonly page: number;
  /** Talks on a page. */
  readonly count: number;
  /** How many talks match. */
  readonly total: number;
  readonly alternates?: readonly Alternate[];
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
    ...(run.alternates === undefined ? {} : { alternates: run.alternates }),
  };
}

/** The same of a search for what changed: `next` and `changes` lead on from a cursor. */
export function changesHead(
  publication: Publication,
  run: Omit<SearchRun, 'page' | 'count'> & { readonly asked: readonly NamedValue[]; readonly cursor: string },
  found: { readonly removed: readonly Slug[]; readonly isLast: boolean },
): SearchHead {
  const at = publication.baseUrl + run.path;
  const others = run.parameters.filter(({ name }) => name !== 'updated_since');
  const later = at + queryString([...others, { name: 'updated_since', value: run.cursor }]);
  return {
    self: at + queryString(run.asked),
    next: found.isLast ? null : later,
    prev: null,
    total: run.total,
    ...(run.alternates === undefined ? {} : { alternates: run.alternates }),
    changes: { later, removed: found.removed },
  };
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
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(/%3A|%2F/g, (code) =>
    code === '%3A' ? ':' : '/',
  );
}

/** Ways to follow a calendar by one click, of a document's absolute address. */
export interface Subscriptions {
  /** For programs on the reader's own machine: Apple's, Thunderbird. */
  readonly webcal: string;
  readonly google: string;
  readonly outlook: string;
  /** Outlook of those who have it by their work or school. */
  readonly office: string;
}

/** @param title what the reader's calendar calls it, where it can be told */
export function subscriptions(address: string, title: string): Subscriptions {
  const webcal = address.replace(/^https?:/, 'webcal:');
  const named = queryOf({ url: address, name: cut(title) });
  return {
    webcal,
    google: `https://calendar.google.com/calendar/render${queryOf({ cid: webcal })}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb${named}`,
    office: `https://outlook.office.com/calendar/0/addfromweb${named}`,
  };
}

/** Ways to put one talk into a calendar on the web, as it is now. */
export interface Additions {
  readonly google: string;
  readonly outlook: string;
  readonly office: string;
}

export interface Addition {
  readonly title: string;
  readonly start: Timestamp;
  readonly end: Timestamp;
  readonly location: string;
  /** Absolute address of the talk's page, which tells the rest and whatever changes. */
  readonly page: string;
}

export function additions({ title, start, end, location, page }: Addition): Additions {
  const [text, where] = [cut(title), cut(location)];
  const dates = [start, end].map((time) => time.replace(/[-:]/g, '')).join('/');
  const compose = queryOf({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: text,
    startdt: start,
    enddt: end,
    location: where,
    body: page,
  });
  return {
    google: `https://calendar.google.com/calendar/render${queryOf({ action: 'TEMPLATE', text, dates, location: where, details: page })}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose${compose}`,
    office: `https://outlook.office.com/calendar/0/deeplink/compose${compose}`,
  };
}

/** Addresses of more than some 2,000 characters are refused here and there. */
const LONGEST_TEXT = 300;

function cut(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1).replace(/\p{Surrogate}$/u, '')}…` : text;
}

function queryOf(values: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(values).filter(([, value]) => value !== '');
  return `?${pairs.map(([name, value]) => `${name}=${wholly(value)}`).join('&')}`;
}

/** Percent-encoded, slashes and colons too: the value may be an address. */
function wholly(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}
