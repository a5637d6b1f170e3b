import type { AskOptions } from '../support/http/ask.ts';
import { slugOf, type WireRecord } from '../support/catalogue/wire-records.ts';

export interface AskedRequest {
  readonly path: string;
  readonly options: AskOptions;
}

const ACCEPTS = ['application/json', 'application/hal+json', 'application/xml', 'text/xml'];
/** Time windows: in the middle of the sample catalogue, all of it, and after its end. */
const WINDOWS = [
  'from=2026-03-27',
  'from=2026-01-01&to=2026-06-30',
  'from=2025-09-01&to=plus40',
  'from=0001-01-01',
  'from=2090-01-01',
];

/** Several hundred requests about a catalogue: every kind of record in every representation, searches, errors. */
export function everyRequest(records: readonly WireRecord[]): AskedRequest[] {
  const talks = some(of(records, 'talk'), 14);
  const lists = [
    ...some(of(records, 'series'), 6).map(({ slug }) => `/api/series/${String(slug)}`),
    ...some(of(records, 'person'), 6).map(({ slug }) => `/api/person/${String(slug)}`),
    ...of(records, 'collection').map(({ slug }) => `/api/collections/id/${String(slug)}`),
  ];
  const pages = [
    '/',
    ...talks.map(({ slug }) => `/talks/id/${String(slug)}/`),
    ...some(of(records, 'series'), 4).map(({ slug }) => `/talks/series/id/${String(slug)}`),
    ...some(of(records, 'person'), 4).map(({ slug }) => `/talks/persons/id/${String(slug)}`),
    ...of(records, 'collection').map(({ slug }) => `/talks/collections/id/${String(slug)}`),
  ];
  return [
    ...talks.flatMap(({ slug }, n) => represented(`/api/talks/${String(slug)}`, n)),
    ...lists.flatMap(represented),
    ...lists.flatMap((path) => WINDOWS.map((window) => plain(`${path}?${window}`))),
    ...pages.map(plain),
    ...searches(records).map((query, n) => ({
      path: `/api/${n % 2 === 0 ? 'talks' : 'events'}/search?${query}`,
      options: { headers: { accept: ACCEPTS[n % 4] ?? '' } },
    })),
    ...ODD_REQUESTS,
  ];
}

/** The nth record as a calendar and in two of the ways in which all records together are requested. */
function represented(path: string, n: number): AskedRequest[] {
  const others = [{ headers: { 'accept-encoding': 'gzip' } }, { method: 'HEAD' }];
  return [
    { path, options: { headers: { accept: ACCEPTS[n % 4] ?? '' } } },
    { path, options: others[n % 2] ?? {} },
    plain(`${path}.ics`),
  ];
}

function searches(records: readonly WireRecord[]): string[] {
  const parameter = (name: string, values: readonly unknown[]): string =>
    values.map((value) => `${name}=${encodeURIComponent(String(value))}`).join('&');
  const speakers = some(of(records, 'person'), 8).map(({ slug }) => parameter('speaker', [slug]));
  const series = some(of(records, 'series'), 8).map(({ slug }) => parameter('series', [slug]));
  const topics = some(of(records, 'topic'), 8).map(({ uri }) => parameter('topic', [uri]));
  const places = of(records, 'place');
  const venues = some(
    places.filter(({ kind }) => kind === 'venue'),
    8,
  ).map(({ id }) => parameter('venue', [id]));
  const departments = some(
    places.filter(({ kind }) => kind === 'organisation'),
    8,
  ).map(({ id }) => parameter('organising_department', [id]));
  const filters = [...speakers, ...series, ...topics, ...venues, ...departments];
  return [
    ...WINDOWS.flatMap((window) => [window, `${window}&count=3&page=2`, `${window}&count=1000`]),
    ...filters.map((filter) => `from=2025-01-01&${filter}`),
    ...venues.map((venue) => `from=2025-01-01&${venue}&subvenues=true`),
    ...departments.map((department) => `from=2025-01-01&${department}&subdepartments=false&count=2`),
    ...filters.map((filter, n) => `from=2025-01-01&${filter}&${filters[(n * 5 + 3) % filters.length] ?? ''}`),
    ...texts(records).flatMap((text, n) => {
      const asked = `from=2025-01-01&${parameter('q', [text])}`;
      return [asked, `${asked}&order=relevance&count=5`, `${asked}&${filters[(n * 7) % filters.length] ?? ''}`];
    }),
    parameter('from', ['2025-01-01']).concat('&', speakers.join('&'), '&', topics.join('&')),
  ];
}

/** Words, beginnings and phrases of titles, descriptions and names, and some that match everything or nothing. */
function texts(records: readonly WireRecord[]): string[] {
  const titles = some(of(records, 'talk'), 12).map(({ title }) => String(title));
  const descriptions = some(of(records, 'talk'), 9).map(({ description }) => String(description));
  const names = some(of(records, 'person'), 6).map(({ name }) => String(name));
  const pieces = [...titles, ...descriptions, ...names].flatMap((text) => text.split(/\s+/).slice(0, 2));
  return [
    ...titles.map((title) => title.slice(0, 60)),
    ...titles.map((title) => `"${title.slice(0, 60).replaceAll('"', ' ')}"`),
    ...names.flatMap((name) => [name, `"${name}"`]),
    ...pieces.map((piece) => piece.slice(0, 5)),
    ...['the', 'of a', 'a of the', '"of the"', 'university', 'nowhereland', 'the "'],
  ].filter((text) => /[a-z]/i.test(text));
}

const ODD_REQUESTS: readonly AskedRequest[] = [
  '/api',
  '/openapi.json',
  '/schema/catalogue.json',
  '/docs/api',
  '/healthz',
  '/api/talks/search',
  '/api/talks/search?from=yesterday&count=0&page=x&venue=nowhere',
  '/api/talks/search?from=2025-01-01&q=%2B%2B&order=best',
  '/api/talks/search.atom?q=theory',
  `/api/talks/${slugOf(0xfffffff)}`,
  `/talks/id/${slugOf(0xfffffff)}`,
  `/api/series/${slugOf(0xfffffff)}.ics`,
  '/api/talks/%00',
  '/api/talks/%ff',
  "/api/talks/'%20OR%201=1",
  '/nowhere',
].map(plain);

function plain(path: string): AskedRequest {
  return { path, options: {} };
}

function of(records: readonly WireRecord[], type: string): readonly WireRecord[] {
  return records.filter((record) => record.type === type);
}

/** About `count` of the records, spread evenly. */
function some(records: readonly WireRecord[], count: number): readonly WireRecord[] {
  const step = Math.max(1, records.length / count);
  return records.filter((_, n) => Math.floor(n / step) !== Math.floor((n - 1) / step));
}
