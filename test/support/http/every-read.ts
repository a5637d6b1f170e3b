import assert from 'node:assert/strict';
import { formatsFor } from '#representations/negotiation/formats.ts';
import { PARAMETERS } from '#search/query/parameters.ts';
import type { Route } from '#server/routes/route.ts';
import { findRoute, ROUTES } from '#server/routes/routes.ts';
import type { WireRecord } from '../catalogue/wire-records.ts';
import { HAS_ASSISTANTS } from '../mcp/mcp-installed.ts';
import type { AskOptions } from './ask.ts';
import type { HttpAnswer } from './http-answer.ts';

/** A request that changes nothing. */
export interface Read {
  readonly path: string;
  readonly options: AskOptions;
}

/** The day before every talk of a sample catalogue. */
const FROM = '2001-01-01';
/** How many records of each kind are read. */
const OF_EACH = 3;

/** Sends a request. */
export type Ask = (path: string, options: AskOptions) => Promise<HttpAnswer>;

/** The answers to every read about a catalogue, or to those that `isAsked` chooses, and to the files of their pages. */
export async function everyAnswer(
  records: readonly WireRecord[],
  ask: Ask,
  isAsked: (nth: number) => boolean = () => true,
): Promise<ReadonlyMap<Read, HttpAnswer>> {
  const reads = everyRead(records).filter((_, nth) => isAsked(nth));
  const answers = await answersTo(reads, ask);
  const files = new Set([...answers.values()].flatMap(filesOf));
  const linked = [...files].map((path) => ({ path, options: {} }));
  return new Map([...answers, ...(await answersTo(linked, ask))]);
}

/** Asks everything again, and returns what is now answered in another way: with another status or other bytes. */
export async function differences(expected: ReadonlyMap<Read, HttpAnswer>, ask: Ask): Promise<readonly string[]> {
  const answers = await answersTo([...expected.keys()], ask);
  return [...expected].flatMap(([read, wanted]) => {
    const { status, body } = answers.get(read) ?? assert.fail();
    const { path } = read;
    if (status !== wanted.status) return [`${path}: ${String(status)}, not ${String(wanted.status)}`];
    // These tell the state of the service.
    if (findRoute(pathOf(path))?.route.isUncached === true) return [];
    return body.equals(wanted.body) ? [] : [`${path}: other bytes`];
  });
}

/** A request that fails has the status 0. A busy machine may need another try to draw a picture in time. */
async function patientAnswer({ path, options }: Read, ask: Ask): Promise<HttpAnswer> {
  const failed = (error: unknown): HttpAnswer => ({ status: 0, headers: {}, body: Buffer.from(String(error)) });
  for (let tries = path.startsWith('/cards/') ? 5 : 1; ; tries -= 1) {
    const answer = await ask(path, options).catch(failed);
    if (answer.status !== 503 || tries === 1) return answer;
  }
}

async function answersTo(reads: readonly Read[], ask: Ask): Promise<Map<Read, HttpAnswer>> {
  const answers = new Map<Read, HttpAnswer>();
  const waiting = reads.values();
  const reader = async (): Promise<void> => {
    for (const read of waiting) {
      answers.set(read, await patientAnswer(read, ask));
    }
  };
  await Promise.all(Array.from({ length: 8 }, reader));
  return answers;
}

/**
 * Requests to every route about a catalogue: records of each kind in every format, every parameter of every operation,
 * words, names and, where their packages are installed, assistants. They are as many as it takes: some hundred.
 * @throws AssertionError if a new route or parameter has no request yet
 */
function everyRead(records: readonly WireRecord[]): readonly Read[] {
  const known = new Known(records);
  const paths = [
    ...ROUTES.flatMap((route) => known.pathsOf(route).flatMap((path) => inEveryFormat(route, path))),
    ...ROUTES.flatMap((route) => byEveryParameter(route, known)),
    ...known.words.flatMap((words) => {
      const query = `from=${FROM}&q=${encodeURIComponent(words)}`;
      const api = `/api/talks/search?${query}`;
      return [api, `${api}&order=relevance`, `${api}&format=xml`, `/search?${query}`, `/api/talks/search.ics?${query}`];
    }),
    ...known.names.flatMap((name) => [`/api/suggest?q=${name}`, `/api/people?q=${name}`, `/browse/people?q=${name}`]),
    ...KINDS_OF_PAGES,
  ];
  const reads = [
    ...[...new Set(paths)].map((path) => ({ path, options: {} })),
    ...(HAS_ASSISTANTS ? toAssistants(known) : []),
  ];
  const asked = new Set(reads.map(({ path }) => findRoute(pathOf(path))?.route.name));
  const others = HAS_ASSISTANTS ? LINKED : new Set([...LINKED, OF_ASSISTANTS]);
  const missing = ROUTES.filter(({ name, path }) => !asked.has(name) && !others.has(path));
  assert.deepEqual(
    missing.map(({ path }) => path),
    [],
    'no request is made to these routes',
  );
  return reads;
}

/**
 * Routes whose addresses are only known from the pages that link to them, such as styles and scripts; pictures are the
 * operator's own.
 */
const LINKED = new Set([
  '/assets/{id}',
  '/embed/{version}/lectern-talks.js',
  '/images/{id}',
  '/images/{folder}/{name}',
]);

/** The paths of these in an answer. */
function filesOf({ headers, body }: HttpAnswer): readonly string[] {
  if (!(headers['content-type'] ?? '').includes('html')) return [];
  const links = body.toString().matchAll(/\b(?:href|src)="((?:\/assets|\/embed\/[^/"]+|\/docs\/api)\/[^"#]+)"/g);
  return [...new Set([...links].map(([, path = '']) => path))];
}

const KINDS_OF_PAGES = [
  '/digest?days=31',
  '/digest?format=txt',
  '/embed/talks?layout=table',
  '/embed/talks?layout=month',
  '/embed/talks?fragment=true',
  '/display?theme=dark',
  `/my-talks?from=${FROM}`,
  '/oembed?url=https%3A%2F%2Ftalks.example.org%2Fsearch',
];

function inEveryFormat({ subject }: Route, path: string): string[] {
  if (subject === undefined || subject === 'entry point' || path === '/api/topics') return [path];
  const [before, query] = path.split('?');
  const asked = query === undefined ? '' : `?${query}`;
  return formatsFor(subject).map(({ suffix }) => `${before ?? ''}${suffix ?? ''}${asked}`);
}

function byEveryParameter(route: Route, known: Known): string[] {
  const { path, takes = ALSO_SEARCH.has(path) ? 'search' : undefined } = route;
  const [base = path] = known.pathsOf(route);
  const isResource = route.subject !== undefined && route.subject !== 'entry point';
  return PARAMETERS.flatMap(({ name, example, operations }) => {
    const isOfFeed = isResource && operations.includes('feed');
    if (!isOfFeed && (takes === undefined || !operations.includes(takes))) return [];
    const [before = '', query = ''] = base.split('?');
    const others = query.split('&').filter((each) => each !== '' && !each.startsWith(`${name}=`));
    const value = encodeURIComponent(known.valueOf(name) ?? String(example));
    return [`${before}${isOfFeed ? '.ics' : ''}?${[...others, `${name}=${value}`].join('&')}`];
  });
}

/** Pages that take the parameters of a search. */
const ALSO_SEARCH = new Set(['/search', '/embed/talks']);

const OF_ASSISTANTS = '/mcp';

function toAssistants(known: Known): Read[] {
  const calls = [
    ['search_talks', { words: known.words[0] }],
    ['read_talk', { talk: known.talks[0] }],
    ['list_departments', {}],
    ['list_series', {}],
    ['find_names', { name: decodeURIComponent(known.names[0] ?? '') }],
  ];
  return calls.map(([name, given], id) => {
    const params = { name, arguments: given };
    const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    return { path: OF_ASSISTANTS, options: { method: 'POST', headers, body } };
  });
}

function pathOf(target: string): string {
  return target.replace(/\?.*/s, '');
}

/** Records, words and names of a catalogue that requests are about. */
class Known {
  readonly talks: readonly string[];
  readonly words: readonly string[];
  /** The beginnings of names, encoded for addresses. */
  readonly names: readonly string[];
  readonly #records: readonly WireRecord[];

  constructor(records: readonly WireRecord[]) {
    this.#records = records;
    this.talks = this.#some('talk', 'slug');
    const titles = this.#some('talk', 'title').map((title) => title.replaceAll('"', ' '));
    const persons = this.#some('person', 'name');
    const first = titles.map((title) => title.split(/[^\p{L}]+/u).find((word) => word.length > 5) ?? 'research');
    this.words = [
      ...first,
      ...first.map((word) => word.slice(0, 4)),
      ...titles.map((title) => `"${title}"`),
      ...persons,
    ];
    this.names = [...persons, ...this.#some('series', 'title')].map((name) => encodeURIComponent(name.slice(0, 3)));
  }

  /** The addresses of a route, each with the query that it needs. */
  pathsOf({ path }: Route): readonly string[] {
    const query = QUERIES[path]?.(this);
    if (query !== undefined) return query.map((each) => (each === '' ? path : `${path}?${each}`));
    if (!path.includes('{')) return [path];
    return (VALUES[path]?.(this) ?? []).map((value) => path.replace(/\{[^}]+\}.*$/, '').concat(value));
  }

  /** A value of a parameter that finds something, where an example from the documentation does not. */
  valueOf(parameter: string): string | undefined {
    const [value] = OF_PARAMETERS[parameter.replace(/^-/, '')]?.(this) ?? [];
    return value;
  }

  ofKind(kind: 'organisation' | 'venue'): readonly string[] {
    return this.#some('place', 'id', (record) => record.kind === kind);
  }

  collections(isPublic: boolean): readonly string[] {
    return this.#some('collection', 'slug', (record) => record.public === isPublic);
  }

  /** Some values of a member of records, from the beginning, the middle and the end of the catalogue. */
  some(type: string, member: string): readonly string[] {
    return this.#some(type, member);
  }

  #some(type: string, member: string, isWanted = (_: WireRecord): boolean => true): readonly string[] {
    const all = this.#records.filter((record) => record.type === type && isWanted(record));
    const step = Math.max(1, Math.floor(all.length / OF_EACH));
    const values = all.filter((_, n) => n % step === 0).map((record) => String(record[member]));
    assert.ok(values.length > 0, `the catalogue has no ${type}`);
    return values;
  }
}

type Values = (known: Known) => readonly string[];

const talks: Values = ({ talks }) => talks;
const series: Values = (known) => known.some('series', 'slug');
const people: Values = (known) => known.some('person', 'slug');
/** Private ones come last: to readers, there are none. */
const collections: Values = (known) => [...known.collections(true), ...known.collections(false)];
const topics: Values = (known) => known.some('topic', 'uri');
const departments: Values = (known) => known.ofKind('organisation');
const venues: Values = (known) => known.ofKind('venue');
const of =
  (...values: readonly string[]): Values =>
  () =>
    values;

/** What stands for the variables of a path and what follows them. */
const VALUES: Readonly<Partial<Record<string, Values>>> = {
  '/api/talks/{id}': talks,
  '/talks/id/{id}': talks,
  '/cards/{id}': (known) => known.talks.map((slug) => `${slug}.png`),
  '/qr/{id}': (known) => known.talks.map((slug) => `${slug}.svg`),
  '/api/series/{id}': series,
  '/talks/series/id/{id}': series,
  '/api/collections/id/{id}': collections,
  '/user/lists/id/{id}': collections,
  '/api/person/{id}': people,
  '/talks/persons/id/{id}': people,
  '/api/departments/{id}': departments,
  '/talks/department/id/{id}': departments,
  '/talks/department/id/{id}/descendants': (known) => departments(known).map((id) => `${id}/descendants`),
  '/api/venues/{id}': venues,
  '/talks/venues/id/{id}': venues,
  '/calendar/month/{id}': of('2026-01', '2026-02'),
  '/calendar/week/{id}': of('2026-W03'),
  '/calendar/day/{id}': of('2026-01-12'),
  '/calendar/rooms/{id}': of('2026-01-12'),
  '/sitemap-{id}.xml': of('talks-1.xml'),
  '/status/sources/{id}': of('nowhere'),
  '/docs/api/{id}': of('nowhere'),
  '/talks/date/{year}': of('2026'),
  '/talks/date/{year}/{month}': of('2026/01'),
  '/talks/date/{year}/{month}/{day}': of('2026/01/12'),
  '/talk/index/{id}': of('12'),
  '/feeds/{form}/{number}': of('ics/12'),
  '/list/{form}/{number}': of('html/12'),
  '/show/{form}/{number}': of('html/12'),
};

/** The queries of a path that needs or knows one without a parameter of the table, `''` for none. */
const QUERIES: Readonly<Partial<Record<string, Values>>> = {
  '/api/talks/search': of(`from=${FROM}`, `from=${FROM}&count=7&page=3`, 'from=today&to=plus7'),
  '/api/events/search': of(`from=${FROM}`),
  '/api/topics': (known) => [...topics(known).map((uri) => `uri=${encodeURIComponent(uri)}`), ''],
  '/talks/topics/id': (known) => topics(known).map((uri) => `uri=${encodeURIComponent(uri)}`),
  '/api/suggest': ({ names }) => names.map((name) => `q=${name}`),
  '/search': of(`from=${FROM}`, ''),
  '/embed/talks': of(`from=${FROM}`),
  '/agenda': of(`from=${FROM}`, ''),
  '/my-talks': ({ talks: slugs }) => ['', `talk=${slugs.join(',')}`],
  '/oembed': ({ talks: slugs }) => [
    `url=${encodeURIComponent(`https://talks.example.org/talks/id/${slugs[0] ?? ''}/`)}`,
  ],
};

const OF_PARAMETERS: Readonly<Partial<Record<string, Values>>> = {
  speaker: (known) => known.some('talk', 'speakers').map((slugs) => slugs.split(',')[0] ?? ''),
  host: people,
  series,
  venue: venues,
  organising_department: departments,
  under: departments,
  topic: topics,
  uri: topics,
  talk: talks,
  collection: collections,
  q: ({ words }) => words,
};
