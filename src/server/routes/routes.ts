import { nameListAnswer, placesAnswer, suggestAnswer, topicsAnswer } from '../api/name-list-answers.ts';
import type { Route } from './route.ts';
import { openapiAnswer } from '../pages/api-reference-page.ts';
import { catalogueSchemaAnswer, entryPointAnswer } from '../api/entry-point.ts';
import { healthAnswer, readinessAnswer } from '../ops/health.ts';
import { listingAnswer } from '../api/listing-answer.ts';
import { COLLECTION, DEPARTMENT, PERSON, SERIES, VENUE } from '../api/listing.ts';
import { PAGE_ROUTES } from './page-routes.ts';
import { searchAnswer } from '../api/search-answer.ts';
import { talkAnswer } from '../api/talk-answer.ts';

const NAME_LIST = { tag: 'talks', kind: 'resource', subject: 'names', ofCatalogue: true, takes: 'name list' } as const;

/** Lists of names. Topics share the address of a single topic: see `api/topics.ts`. */
const NAME_LIST_ROUTES: readonly Route[] = [
  {
    ...NAME_LIST,
    path: '/api/people',
    name: 'listPeople',
    summary: 'List people by family name',
    description: 'All people, each with how many talks they give; with `q`, those whose name has words that begin so.',
    gives: 'A page of people, and links to the pages beside it',
    resource: 'People',
    answer: nameListAnswer('people'),
  },
  {
    ...NAME_LIST,
    path: '/api/series',
    name: 'listSeries',
    summary: 'List series by title',
    description: 'All series, each with how many talks it has; with `q`, those whose title has words that begin so.',
    gives: 'A page of series, and links to the pages beside it',
    resource: 'SeriesList',
    answer: nameListAnswer('series'),
  },
  {
    ...NAME_LIST,
    path: '/api/collections',
    name: 'listCollections',
    summary: 'List public collections by title',
    description:
      'All public collections, each with how many talks it has; with `q`, those whose title has words that begin so.',
    gives: 'A page of collections, and links to the pages beside it',
    resource: 'Collections',
    answer: nameListAnswer('collections'),
  },
  {
    ...NAME_LIST,
    path: '/api/places',
    name: 'listPlaces',
    summary: 'List departments or venues as a tree',
    description:
      'Departments that organise talks, or with `role=venue` places where talks are held, each with how many talks it ' +
      'and everything under it have: from the top, or those directly under a place, as many levels as `depth` says. ' +
      'Where the parts of a place would be too many (1,000 places in all), they are left out, and its link `places` ' +
      'leads to them. With `q`, those whose name has words that begin so, wherever they are in the tree.',
    gives: 'A page of places, and links to the pages beside it',
    takes: 'places',
    resource: 'Places',
    answer: placesAnswer,
  },
];

const STATUS_SCHEMA = {
  type: 'object',
  properties: { status: { type: 'string' } },
  required: ['status'],
};

const RESOURCE = { tag: 'talks', kind: 'resource', ofCatalogue: true } as const;

const RESOURCES: readonly Route[] = [
  {
    ...RESOURCE,
    path: '/api/talks/search',
    name: 'searchTalks',
    summary: 'Search talks',
    description:
      'Talks that start between two dates. Several values of one parameter mean any of them, different parameters ' +
      'all of them. In the order of start, then slug, unless `order` says otherwise.',
    gives: 'A page of the talks that match, and links to the pages beside it',
    takes: 'search',
    resource: 'SearchResult',
    subject: 'search',
    answer: searchAnswer('talkSearch'),
  },
  {
    ...RESOURCE,
    path: '/api/events/search',
    name: 'searchEvents',
    summary: 'Search talks, older address',
    description: 'The same as `/api/talks/search`; its links stay on this path.',
    gives: 'A page of the talks that match, and links to the pages beside it',
    takes: 'search',
    resource: 'SearchResult',
    subject: 'search',
    answer: searchAnswer('eventSearch'),
  },
  {
    ...RESOURCE,
    path: '/api/talks/{id}',
    name: 'getTalk',
    summary: 'Get a talk',
    description: 'One talk, with all that is known of it.',
    gives: 'The talk',
    resource: 'Talk',
    subject: 'talk',
    answer: talkAnswer,
  },
  {
    ...RESOURCE,
    path: '/api/series/{id}',
    name: 'getSeries',
    summary: 'Get a series with its talks',
    description: 'All its talks, or those that start between two dates.',
    gives: 'The series and its talks',
    takes: 'listing',
    resource: 'Series',
    subject: 'series',
    answer: listingAnswer(SERIES),
  },
  {
    ...RESOURCE,
    path: '/api/collections/id/{id}',
    name: 'getCollection',
    summary: 'Get a public collection with its talks',
    description:
      'The talks named one by one, the talks of its series and those of its departments with everything under them, ' +
      'each once; all, or those that start between two dates. A private collection is answered as if it did not exist.',
    gives: 'The collection and its talks',
    takes: 'listing',
    resource: 'Collection',
    subject: 'collection',
    answer: listingAnswer(COLLECTION),
  },
  {
    ...RESOURCE,
    path: '/api/person/{id}',
    name: 'getPerson',
    summary: 'Get a person with the talks they give',
    description: 'All of them, or those that start between two dates.',
    gives: 'The person and the talks',
    takes: 'listing',
    resource: 'PersonWithTalks',
    subject: 'person',
    answer: listingAnswer(PERSON),
  },
  {
    ...RESOURCE,
    path: '/api/departments/{id}',
    name: 'getDepartment',
    summary: 'Get a department with its talks',
    description:
      'A page of the talks that it and everything under it organise; all, or those that start between two dates.',
    gives: 'The department, a page of the talks, and links to the pages beside it',
    takes: 'group',
    resource: 'PlaceWithTalks',
    subject: 'department',
    answer: listingAnswer(DEPARTMENT, 'group'),
  },
  {
    ...RESOURCE,
    path: '/api/venues/{id}',
    name: 'getVenue',
    summary: 'Get a venue with its talks',
    description:
      'A page of the talks that are held at it and in everything inside it; all, or those that start between two dates.',
    gives: 'The venue, a page of the talks, and links to the pages beside it',
    takes: 'group',
    resource: 'PlaceWithTalks',
    subject: 'venue',
    answer: listingAnswer(VENUE, 'group'),
  },
  {
    ...RESOURCE,
    path: '/api/topics',
    name: 'getTopic',
    summary: 'Get a topic with its talks',
    description:
      'A page of the talks on it; all, or those that start between two dates. Without `uri`: all topics by name.',
    gives: 'The topic, a page of the talks, and links to the pages beside it; without `uri`, a page of the topics',
    takes: 'topic',
    resource: 'TopicWithTalks',
    subject: 'topic',
    nameList: 'Topics',
    answer: topicsAnswer,
  },
  ...NAME_LIST_ROUTES,
  {
    ...RESOURCE,
    path: '/api/suggest',
    name: 'suggestNames',
    summary: 'Suggest names as they are typed',
    description:
      'People, series, departments, venues, topics and public collections in whose name every word typed begins a ' +
      'word. Case, accents and apostrophes are ignored. Whole names come first, then names that begin with the words; among ' +
      'these, those with the most upcoming talks, then the most talks.',
    gives: 'The names, the best first',
    takes: 'suggest',
    resource: 'Suggestions',
    subject: 'names',
    answer: suggestAnswer,
  },
  {
    ...RESOURCE,
    path: '/api',
    name: 'getEntryPoint',
    summary: 'Links to everything',
    description: 'Start here: a client that follows these links needs to know no other address.',
    gives: 'Links, most of them URI templates (RFC 6570)',
    ofCatalogue: false,
    resource: 'EntryPoint',
    subject: 'entry point',
    answer: entryPointAnswer,
  },
];

const DATA = { tag: 'service', kind: 'data', ofCatalogue: false } as const;

const SERVICE: readonly Route[] = [
  {
    ...DATA,
    path: '/openapi.json',
    name: 'getOpenapi',
    summary: 'The API as an OpenAPI 3.1 document',
    description: 'Made from the tables that the service itself runs on.',
    gives: 'The document',
    schema: { type: 'object', additionalProperties: true },
    answer: openapiAnswer,
  },
  {
    ...DATA,
    path: '/schema/catalogue.json',
    name: 'getCatalogueSchema',
    summary: 'The format of catalogue files as JSON Schema',
    description: 'JSON Schema 2020-12 of one line. The same for every catalogue.',
    gives: 'The schema',
    mediaTypes: ['application/schema+json'],
    schema: { type: 'object', additionalProperties: true },
    answer: catalogueSchemaAnswer,
  },
  {
    ...DATA,
    path: '/healthz',
    name: 'getHealth',
    summary: 'Whether the process is alive',
    description: 'For whatever restarts it. It says nothing of the catalogue.',
    gives: 'It is',
    schema: STATUS_SCHEMA,
    isUncached: true,
    answer: healthAnswer,
  },
  {
    ...DATA,
    path: '/readyz',
    name: 'getReadiness',
    summary: 'Whether the service is ready to serve every request',
    description:
      'For a balancer: 503 until there is a copy of the catalogue to answer from, and while the service stops. It is 200 while the store is away.',
    gives: 'It can',
    schema: STATUS_SCHEMA,
    isUncached: true,
    answer: readinessAnswer,
  },
];

/** Every route. OpenAPI and `Allow` are made from this table; a test compares docs/reference/http.md with it. */
export const ROUTES: readonly Route[] = [...RESOURCES, ...PAGE_ROUTES, ...SERVICE];

const ID = '{id}';
const WITHOUT_ID = new Map(ROUTES.filter(({ path }) => !path.endsWith(ID)).map((route) => [route.path, route]));
/** Routes whose last segment is the id, by the path before it. */
const BEFORE_ID = new Map(
  ROUTES.filter(({ path }) => path.endsWith(`/${ID}`)).map((route) => [route.path.slice(0, -ID.length), route]),
);
const VARIABLE = /\{[a-z]+\}/g;
/** Routes with other variables, or with variables elsewhere. */
const PATTERNS = ROUTES.filter(({ path }) => path.includes('{') && !path.endsWith(`/${ID}`)).map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(VARIABLE, '([^/]+)')}$`),
}));

interface FoundRoute {
  readonly route: Route;
  readonly id: string;
  readonly suffix: string;
}

/** The route of a path, with its id and suffix; undefined if there is none. A trailing slash makes no difference. */
export function findRoute(path: string): FoundRoute | undefined {
  const decoded = decodedPath(path);
  if (decoded === undefined) return undefined;
  const whole = decoded.length > 1 && decoded.endsWith('/') ? decoded.slice(0, -1) : decoded;
  const exact = WITHOUT_ID.get(whole);
  if (exact !== undefined) return { route: exact, id: '', suffix: '' };
  const at = whole.lastIndexOf('/') + 1;
  const dot = whole.indexOf('.', at);
  const end = dot < 0 ? whole.length : dot;
  const suffix = whole.slice(end);
  const named = suffix === '' ? undefined : WITHOUT_ID.get(whole.slice(0, end));
  if (named !== undefined && takesSuffix(named)) return { route: named, id: '', suffix };
  const route = at === whole.length ? undefined : BEFORE_ID.get(whole.slice(0, at));
  if (route === undefined) return byPattern(whole);
  if (!takesSuffix(route)) return { route, id: whole.slice(at), suffix: '' };
  // A suffix needs something in front of it.
  return at === end ? undefined : { route, id: whole.slice(at, end), suffix };
}

function byPattern(path: string): FoundRoute | undefined {
  for (const { route, pattern } of PATTERNS) {
    const values = pattern.exec(path)?.slice(1);
    if (values !== undefined) return { route, id: values.join('/'), suffix: '' };
  }
  return undefined;
}

/** Whether its formats can be requested by suffix. */
export function takesSuffix({ subject }: Route): boolean {
  return subject !== undefined && subject !== 'entry point';
}

/**
 * Undefined if the percent-encoding is invalid. An encoded slash stays encoded, because it does not end a segment. An
 * encoded colon means the same as a colon in a path, and programs encode it in place identifiers (RFC 3986, 2.2 and 3.3).
 */
function decodedPath(path: string): string | undefined {
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path.replaceAll(/%3a/gi, ':'));
  } catch {
    return undefined;
  }
}
