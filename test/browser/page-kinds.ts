import {
  ARABIC,
  BARE,
  BUILDING,
  CANCELLED,
  COLLECTION,
  DEPARTMENT,
  FACULTY,
  LICHENS,
  LONG_SERIES,
  LONG_WORDS,
  MOVED,
  NOBODY,
  PREPARED,
  ROOM,
  SERIES,
  SPEAKER,
  TALK,
} from './catalogue.ts';

/** A kind of page, or a state of one that looks different. */
export interface PageKind {
  /** Also the name of its screenshot. */
  readonly name: string;
  readonly path: string;
  /** Default: 200. */
  readonly status?: number;
}

const topic = encodeURIComponent(LICHENS);

/** So many filters that links would be too long, in the order of the page. */
export const MANY = [
  ...[SERIES, LONG_SERIES].map((slug) => `series=${slug}`),
  ...[BUILDING, ROOM].map((id) => `venue=${id}`),
  'subvenues=true',
  ...[FACULTY, DEPARTMENT].map((id) => `organising_department=${id}`),
].join('&');

export const PAGE_KINDS: readonly PageKind[] = [
  { name: 'home', path: '/' },
  { name: 'search', path: '/search?from=2041-01-01' },
  {
    name: 'search-filtered',
    path: `/search?q=lichens&from=2041-01-01&to=2041-12-31&organising_department=${FACULTY}&topic=${topic}&speaker=${SPEAKER}`,
  },
  {
    name: 'search-long',
    path: `/search?from=2041-01-01&${MANY}`,
  },
  { name: 'search-empty', path: '/search?q=xyzzy&from=2041-01-01' },
  { name: 'search-error', path: '/search?from=someday&count=none', status: 400 },
  { name: 'month', path: '/calendar/month/2041-03' },
  { name: 'month-long', path: `/calendar/month/2041-03?${MANY}` },
  { name: 'week-long', path: `/calendar/week/2041-W12?${MANY}` },
  { name: 'month-empty', path: '/calendar/month/2061-03' },
  { name: 'week', path: '/calendar/week/2041-W12' },
  { name: 'day', path: '/calendar/day/2041-03-20' },
  { name: 'rooms', path: '/calendar/rooms/2041-03-20' },
  { name: 'agenda', path: '/agenda?from=2041-03-01' },
  { name: 'date', path: '/talks/date/2041/03/20/' },
  { name: 'display', path: `/display?organising_department=${FACULTY}` },
  { name: 'embed', path: `/embed?organising_department=${FACULTY}&series=${SERIES}&from=2041-03-01&find=tide` },
  { name: 'embed-list', path: `/embed/talks?organising_department=${FACULTY}&from=2041-03-01&count=5&paging=true` },
  { name: 'embed-table', path: '/embed/talks?layout=table&from=2041-03-01&count=5' },
  { name: 'embed-cards', path: '/embed/talks?layout=cards&from=2041-03-01&count=5' },
  { name: 'embed-month', path: '/embed/talks?layout=month&from=2041-03-01&paging=true' },
  { name: 'my-talks', path: `/my-talks?talk=${TALK},${CANCELLED},${NOBODY}` },
  { name: 'talk', path: `/talks/id/${TALK}/` },
  { name: 'talk-cancelled', path: `/talks/id/${CANCELLED}/` },
  { name: 'talk-in-preparation', path: `/talks/id/${PREPARED}/` },
  { name: 'talk-moved', path: `/talks/id/${MOVED}/` },
  { name: 'talk-bare', path: `/talks/id/${BARE}/` },
  { name: 'talk-arabic', path: `/talks/id/${ARABIC}/` },
  { name: 'talk-long-words', path: `/talks/id/${LONG_WORDS}/` },
  { name: 'series', path: `/talks/series/id/${SERIES}` },
  { name: 'series-long', path: `/talks/series/id/${LONG_SERIES}` },
  { name: 'collection', path: `/user/lists/id/${COLLECTION}` },
  { name: 'person', path: `/talks/persons/id/${SPEAKER}` },
  { name: 'department', path: `/talks/department/id/${FACULTY}` },
  { name: 'department-below', path: `/talks/department/id/${DEPARTMENT}` },
  { name: 'venue', path: `/talks/venues/id/${BUILDING}` },
  { name: 'room', path: `/talks/venues/id/${ROOM}` },
  { name: 'topic', path: `/talks/topics/id/?uri=${topic}` },
  { name: 'browse-series', path: '/browse/series' },
  { name: 'browse-departments', path: '/browse/departments' },
  { name: 'browse-people', path: '/browse/people' },
  { name: 'browse-topics', path: '/browse/topics' },
  { name: 'browse-venues', path: '/browse/venues' },
  { name: 'browse-collections', path: '/browse/collections' },
  { name: 'about', path: '/about' },
  { name: 'help', path: '/help' },
  { name: 'privacy', path: '/privacy' },
  { name: 'docs', path: '/docs/api' },
  { name: 'docs-operation', path: '/docs/api/searchTalks' },
  { name: 'docs-schema', path: '/docs/api/schema-Talk' },
  { name: 'source', path: `/status/sources/${encodeURIComponent('Optics & light/2')}` },
  { name: 'source-failing', path: '/status/sources/failing' },
  { name: 'source-long', path: '/status/sources/long' },
  { name: 'not-found', path: `/talks/id/${NOBODY}`, status: 404 },
];
