import { isSlug } from '#catalogue/slug.js';
import type { Question, Window } from '#search/question.js';
import { collectionPage } from '#pages/collection.js';
import { errorPage } from '#pages/error.js';
import { homePage } from '#pages/home.js';
import { personPage } from '#pages/person.js';
import { seriesPage } from '#pages/series.js';
import { STYLESHEET } from '#pages/stylesheet.js';
import { talkPage } from '#pages/talk.js';
import { DATA_POLICY, type Answer } from './answer.js';
import { ERRORS, notFound, type HttpError } from './errors.js';
import { COLLECTION, PERSON, SERIES } from './listing.js';
import { tagTextOf } from './rendered-talks.js';
import type { Service } from './service.js';
import type { Target } from './target.js';

/** Nothing but our own stylesheet is loaded, nothing runs, and no site frames the page. */
const PAGE_POLICY: readonly string[] = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
];

const ALWAYS: Window = { from: -Infinity, to: Infinity };
/** The home page names the next ten talks, whichever they are. */
const EVERYTHING: Omit<Question, 'window'> = {
  speakers: [],
  series: [],
  venues: [],
  departments: [],
  topics: [],
  subvenues: false,
  subdepartments: true,
  page: 1,
  count: 10,
};
/** As long as a cache may keep it; milliseconds. */
const HOME_PAGE_FOR = 60_000;

/** HTML that is the answer until the catalogue changes, or until the moment given. */
export function pageAnswer(html: string, until = Infinity): Answer {
  const body = Buffer.from(html);
  return {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    body,
    tag: tagTextOf(body),
    variant: 'html',
    headers: PAGE_POLICY,
    keep: 'always',
    until,
  };
}

/** The service in short, and the talks that are next. */
export async function homePageAnswer(service: Service): Promise<Answer> {
  const now = service.now();
  const { talks } = await service.library.searchDetails({
    ...EVERYTHING,
    window: { from: Math.floor(now.getTime() / 1000), to: Infinity },
  });
  return pageAnswer(homePage({ talks }, service.publication), now.getTime() + HOME_PAGE_FOR);
}

export async function talkPageAnswer(service: Service, _target: Target, id: string): Promise<Answer> {
  const details = isSlug(id) ? await service.library.talkDetails(id) : undefined;
  if (details === undefined) throw notFound('No talk has this identifier');
  return pageAnswer(talkPage(details, service.publication));
}

export async function personPageAnswer(service: Service, _target: Target, id: string): Promise<Answer> {
  const found = isSlug(id) ? await service.library.listingDetails(PERSON, id, ALWAYS) : undefined;
  if (found === undefined) throw notFound('No person has this identifier');
  return pageAnswer(personPage({ person: found.record, talks: found.talks }, service.publication));
}

export async function seriesPageAnswer(service: Service, _target: Target, id: string): Promise<Answer> {
  const found = isSlug(id) ? await service.library.listingDetails(SERIES, id, ALWAYS) : undefined;
  if (found === undefined) throw notFound('No series has this identifier');
  return pageAnswer(seriesPage({ series: found.record, talks: found.talks }, service.publication));
}

export async function collectionPageAnswer(service: Service, _target: Target, id: string): Promise<Answer> {
  const found = isSlug(id) ? await service.library.listingDetails(COLLECTION, id, ALWAYS) : undefined;
  if (found === undefined) throw notFound('No public collection has this identifier');
  return pageAnswer(collectionPage({ collection: found.record, talks: found.talks }, service.publication));
}

/** The page in the place of one that cannot be shown. */
export function errorPageAnswer(service: Service, error: HttpError): Answer {
  const { title } = ERRORS[error.code];
  const html = errorPage({ status: error.status, title, detail: error.detail }, service.publication);
  return { ...pageAnswer(html), status: error.status, tag: undefined, keep: 'never' };
}

export function stylesheetAnswer(_service: Service, _target: Target, name: string): Answer {
  if (name !== STYLESHEET.name) throw notFound('No file has this name');
  const body = Buffer.from(STYLESHEET.content);
  return {
    status: 200,
    contentType: 'text/css; charset=utf-8',
    body,
    tag: tagTextOf(body),
    variant: 'css',
    headers: DATA_POLICY,
    keep: 'always',
    until: Infinity,
  };
}
