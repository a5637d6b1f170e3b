import { isPlaceId } from '#catalogue/place.ts';
import { type Links, pathLinks, queryString } from '#representations/links/links.ts';
import { type Browsed, PAGE_PATHS, pageLinks, type PageLinks } from '#representations/links/page-links.ts';
import { dayOf, readMonth } from '#search/query/civil-days.ts';
import { isoDate, type NamedValue, readQuery } from '#search/query/request.ts';
import { notFound } from '../http/errors.ts';
import { movedAnswer, redirectAnswer, requestLanguage } from '../pages/page-response.ts';
import type { Route } from './route.ts';

/** Makes the current address from the variables of an older path, and the query. */
type Address = (links: PageLinks, id: string, query: string) => string;

const MONTH = [{ name: 'view', value: 'month' }];
const DAY = [{ name: 'view', value: 'day' }];
const ROOMS = [{ name: 'view', value: 'rooms' }];

const agenda: Address = (links) => links.agenda();
/** Only OxTalks knows the numbers of talks and series; for unknown ones it redirects to its search too. */
const search: Address = (links) => links.search();
/** Upcoming talks, filtered; also at addresses of the predecessor of OxTalks. */
const upcoming: Address = (links, _id, query) => links.search(browseQuestion(query));
const past: Address = (links, _id, query) => links.search(pastQuestion(query));

/** Addresses of OxTalks, and shortened ones of our own pages. All are permanent redirects. */
export const OLD_ROUTES: readonly Route[] = [
  moved('/talks', 'movedUpcoming', 'Upcoming talks', agenda),
  moved('/talks/series', 'movedSeries', 'Series by title', browse('series')),
  moved('/talks/date/{year}', 'movedYear', 'The talks of a year', year),
  moved('/talks/date/{year}/{month}', 'movedMonth', 'The talks of a month', month),
  moved('/talks/date/{year}/{month}/{day}', 'movedDay', 'The talks of a day', day),
  moved(
    '/talks/department/id/{id}/descendants',
    'movedDescendants',
    'A department with everything under it',
    department,
  ),
  moved('/user/lists/public', 'movedPublicLists', 'Public collections', browse('collections')),
  moved('/user/lists/browse-public', 'movedCollections', 'Public collections by title', browse('collections')),
  moved('/browse', 'movedBrowse', 'Upcoming talks, filtered', upcoming),
  moved('/dates', 'movedDates', 'Upcoming talks', upcoming),
  moved('/index', 'movedIndex', 'Upcoming talks', upcoming),
  moved('/search_past', 'movedPast', 'Past talks', past),
  moved('/talk/index/{id}', 'movedTalkNumber', 'A talk by its number', search),
  ...['feeds', 'list', 'show'].map((name) =>
    moved(`/${name}/{form}/{number}`, `${name}Number`, 'A series by its number', search),
  ),
  cutShort('/calendar/month', 'monthStart', 'The talks of this month', (links) => links.calendar(MONTH)),
  cutShort('/calendar/week', 'weekStart', 'The talks of this week', (links) => links.calendar()),
  cutShort('/calendar/day', 'dayStart', 'The talks of today', (links) => links.calendar(DAY)),
  cutShort('/calendar/rooms', 'roomsStart', 'The talks of today by room', (links) => links.calendar(ROOMS)),
  cutShort('/talks/id', 'talkIds', 'Upcoming talks', agenda),
  cutShort('/talks/date', 'dates', 'Upcoming talks', agenda),
  cutShort('/talks/series/id', 'seriesIds', 'Series by title', browse('series')),
  cutShort('/talks/persons', 'personsStart', 'People by family name', browse('people')),
  cutShort('/talks/persons/id', 'personIds', 'People by family name', browse('people')),
  cutShort('/talks/department', 'departmentsStart', 'The tree of departments', browse('departments')),
  cutShort('/talks/department/id', 'departmentIds', 'The tree of departments', browse('departments')),
  cutShort('/talks/venues', 'venuesStart', 'The tree of venues', browse('venues')),
  cutShort('/talks/venues/id', 'venueIds', 'The tree of venues', browse('venues')),
  cutShort('/talks/topics', 'topicsStart', 'Topics by name', browse('topics')),
  cutShort('/user/lists', 'listsStart', 'Public collections by title', browse('collections')),
  cutShort('/user/lists/id', 'listIds', 'Public collections by title', browse('collections')),
];

/** Addresses of pages without their last segments, which readers remove to get to an overview. */
function cutShort(path: string, name: string, summary: string, address: Address): Route {
  return { ...moved(path, name, '', address), summary: `${summary}, shortened address` };
}

/** An address of OxTalks that has no page here. */
function moved(path: string, name: string, summary: string, address: Address): Route {
  return {
    path,
    name,
    summary: `${summary}, older address`,
    description: 'Leads to where this is now.',
    gives: 'Nothing',
    tag: 'pages',
    kind: 'moved',
    ofCatalogue: false,
    answer: ({ publication }, target, id) => {
      const { language, inAddress } = requestLanguage(target);
      return movedAnswer(address(pageLinks(publication, inAddress ? language : null), id, target.query));
    },
  };
}

function browse(what: Browsed): Address {
  return (links) => links.browse(what);
}

function day(links: PageLinks, id: string): string {
  const value = dateOf(id, 3);
  return links.search([
    { name: 'from', value },
    { name: 'to', value },
  ]);
}

function month(links: PageLinks, id: string): string {
  const text = dateOf(id, 2);
  if (readMonth(text) === undefined) throw noDate(text);
  return links.month(text);
}

function year(links: PageLinks, id: string): string {
  const text = dateOf(id, 1);
  return links.search([
    { name: 'from', value: `${text}-01-01` },
    { name: 'to', value: `${text}-12-31` },
  ]);
}

/** Its page lists everything under it anyway. */
function department(links: PageLinks, id: string): string {
  if (!isPlaceId(id)) throw notFound('No department has this identifier');
  return links.department(id);
}

/**
 * `2026/2/3` → `2026-02-03`.
 * @param parts how many of year, month and day to keep
 * @throws HttpError 404 for an invalid date
 */
function dateOf(path: string, parts: 1 | 2 | 3): string {
  const texts = path.split('/');
  const [year = 0, month = 1, day = 1] = texts.map(Number);
  const isWritten = texts.every((text, at) => (at === 0 ? /^\d{4}$/ : /^\d{1,2}$/).test(text));
  if (!isWritten || dayOf(year, month, day) === undefined) throw noDate(path);
  return texts
    .map((text) => text.padStart(2, '0'))
    .slice(0, parts)
    .join('-');
}

function noDate(text: string): Error {
  return notFound(`${text} is not a valid date; a day is written as ${PAGE_PATHS.day}yyyy/mm/dd/`);
}

const BROWSE_NAMES: ReadonlyMap<string, string> = new Map([
  ['start_date', 'from'],
  ['to', 'to'],
  ['venue', 'venue'],
  ['organising_department', 'organising_department'],
  ['count', 'count'],
  ['page', 'page'],
]);

/**
 * Translates the query of OxTalks' `/browse?…` to search parameters. There, departments exclude subdepartments unless
 * `include_subdepartments` is ticked. Series are left out: only OxTalks knows their numbers.
 */
function browseQuestion(query: string): readonly NamedValue[] {
  const given = givenIn(query);
  const question = given.flatMap(({ name, value }): NamedValue[] => {
    const today = BROWSE_NAMES.get(name);
    if (today === undefined) return [];
    return [{ name: today, value: today === 'from' || today === 'to' ? isoDate(value) : value }];
  });
  const names = new Set(given.map(({ name }) => name));
  if (names.has('organising_department') && !names.has('include_subdepartments'))
    question.push({ name: 'subdepartments', value: 'false' });
  return question;
}

/** Earlier than any talk. */
const SINCE_1970: NamedValue = { name: 'from', value: '1970-01-01' };

/** Translates the query of OxTalks' `/search_past?q=…`. */
function pastQuestion(query: string): readonly NamedValue[] {
  const words = givenIn(query).filter(({ name }) => name === 'q');
  return [...words, SINCE_1970, { name: 'to', value: 'today' }];
}

/** The parameters of a query, without empty fields. */
function givenIn(query: string): readonly NamedValue[] {
  return readQuery(query).flatMap(({ name, value = '' }) => (value === '' ? [] : [{ name, value }]));
}

const TODAY: NamedValue = { name: 'from', value: 'today' };

/**
 * The talks that OxTalks shows on a page: the talk itself, all talks of a person, or else upcoming ones unless
 * `show_all` is set.
 */
type TalksShown = 'itself' | 'all' | 'to come';

interface TextPage {
  /** The address of the same in the API. */
  readonly address: (links: Links, id: string) => string;
  readonly shows: TalksShown;
}

/** Wraps the route of a page to redirect `?format=txt`, which OxTalks supports, to the plain text of the API. */
export function withText(route: Route, { address, shows }: TextPage): Route {
  return {
    ...route,
    redirects: true,
    answer: (service, target, id, suffix) => {
      const given = target.query.includes('format=') ? readQuery(target.query) : [];
      // Identifiers have no other characters. For anything else, let the page respond with 404.
      const isText = given.some(({ name, value }) => name === 'format' && value === 'txt') && /^[\w:-]*$/.test(id);
      if (!isText) return route.answer(service, target, id, suffix);
      const path = address(pathLinks(service.publication), id);
      const uri = given.flatMap(({ name, value }) => (name === 'uri' && value !== undefined ? [{ name, value }] : []));
      const showsAll = shows === 'all' || given.some(({ name, value }) => name === 'show_all' && value !== '');
      const window = shows === 'itself' ? [] : [showsAll ? SINCE_1970 : TODAY];
      return redirectAnswer(`${path}.txt${queryString([...uri, ...window])}`);
    },
  };
}
