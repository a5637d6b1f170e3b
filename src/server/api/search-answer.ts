import { whenThere } from '#replica/catalogue.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import { absoluteLinks, queryString } from '#representations/links/links.ts';
import { changesHead, searchHead } from '#representations/links/search-head.ts';
import { alternateQuery, alternates } from '#representations/negotiation/alternates.ts';
import type { FacetValue, Representation } from '#representations/representation.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import { type ChangeCursor, type ChangesFrom, cursorText } from '#search/query/change-cursor.ts';
import { dateText } from '#search/query/civil-days.ts';
import { type FeedUse, parseFeed } from '#search/query/feed-question.ts';
import { FACET_KINDS, NAME_FACETS } from '#search/query/page-question.ts';
import { PARAMETER } from '#search/query/parameters.ts';
import {
  type Filters,
  fingerprintOf,
  type ParsedSearch,
  parseSearch,
  type Question,
  type SearchRules,
} from '#search/query/question.ts';
import type { NamedValue } from '#search/query/request.ts';
import type { AskedSince, FacetName } from '#search/query/value-forms.ts';
import type { StoreState } from '#store/store.ts';
import type { Document } from '../documents/document.ts';
import { listingFeedAnswer } from '../feeds/feed-answer.ts';
import type { Answer } from '../http/answer.ts';
import { badRequest, type HttpError, unavailable, valueOrThrow } from '../http/errors.ts';
import type { Target } from '../http/application.ts';
import { namesIn } from '../pages/display-names.ts';
import type { ApiService } from '../service.ts';
import { type Address, isFeed, negotiated, requested, resourceAnswer } from './resource-answer.ts';
import { asTalks, firstTalks, type TalkListKind } from './listing.ts';

/** The talks that a search finds; links in the response stay on the requested path. */
export function searchAnswer(path: 'talkSearch' | 'eventSearch') {
  const address: Address = (links) => links[path];
  return (service: ApiService, target: Target, _id: string, suffix: string): Answer | Promise<Answer> => {
    const { publication, rules, clock } = service;
    const now = clock.now();
    const found = negotiated(service, 'search', target, suffix);
    if (isFeed(found)) {
      const { use } = found.choice.format;
      const parsed = valueOrThrow(parseFeed(target.query, { operation: 'search', use }, rules, now));
      const { filters, asked } = parsed;
      const request = { choice: found.choice, parsed, address, now };
      return listingFeedAnswer(service, searchListing(filters, asked, use), searchKey(asked, use), request);
    }
    const { choice, parsed } = requested(found, parseSearch(target.query, rules, now));
    const { since, parameters } = parsed;
    const at = address(absoluteLinks(publication));
    const document =
      since === null
        ? searchDocument(service, at, parsed, choice.representation)
        : changesDocument(service, at, parsed, since, choice.representation);
    const query = alternateQuery(parameters);
    return whenThere(document, (made) =>
      resourceAnswer(service, 'search', made, { choice, parsed, address, query, now }),
    );
  };
}

/** @param address absolute, without a query */
function searchDocument(
  { publication, catalogue, assembler, rules }: Pick<ApiService, 'publication' | 'catalogue' | 'assembler' | 'rules'>,
  address: string,
  { question, facets, fields, parameters }: ParsedSearch,
  representation: Representation,
): Document | Promise<Document> {
  const { page, count } = question;
  const path = address.slice(publication.baseUrl.length);
  const others = alternates('search', address, alternateQuery(parameters));
  return catalogue.find(question.text, (snapshot) => {
    const { talks, total } = snapshot.index.answer(question);
    const head = searchHead(publication, { path, parameters, page, count, total, alternates: others });
    const counted = facets.length === 0 ? head : { ...head, facets: facetsOf(snapshot.index, question, facets, rules) };
    return assembler.listing(snapshot, asTalks(representation, fields), talks, representation.search(counted));
  });
}

/**
 * For each requested parameter, the values that would match the most talks, as on the search page.
 */
function facetsOf(
  index: TalkIndex,
  question: Question,
  names: readonly FacetName[],
  { timeZone }: Pick<SearchRules, 'timeZone'>,
): Readonly<Record<string, readonly FacetValue[]>> {
  const { attributes = [], ...values } = index.facets(question, timeZone);
  const nameOf = namesIn(index);
  return Object.fromEntries(
    names.map((name) => {
      const kind = FACET_KINDS.find((one) => NAME_FACETS[one].parameter === name);
      const found =
        kind === undefined
          ? attributes.filter((one) => PARAMETER[one.name].name === name).map(({ value, count }) => plain(value, count))
          : values[kind].map(({ key, count }) => ({ value: key, name: nameOf(name, key), count }));
      return [name, found];
    }),
  );
}

function plain(value: string, count: number): FacetValue {
  return { value, name: undefined, count };
}

/**
 * A search for what changed, with which another site can keep a copy of a listing at little cost.
 * The result for a cursor depends only on the store's versions: every machine gives the same.
 *
 * @param address absolute, without a query
 */
async function changesDocument(
  { publication, catalogue, assembler }: Pick<ApiService, 'publication' | 'catalogue' | 'assembler'>,
  address: string,
  parsed: ParsedSearch,
  since: AskedSince,
  representation: Representation,
): Promise<Document> {
  const { question, parameters } = parsed;
  const fingerprint = fingerprintOf(question);
  if (since.kind === 'cursor' && since.cursor.fingerprint !== fingerprint) throw ofAnotherQuestion();
  return catalogue.find<Document>(question.text, async (snapshot) => {
    if (since.kind === 'cursor') await requireVersionOf(since.cursor, snapshot, catalogue);
    const { state } = snapshot.index;
    const from = fromOf(since, state);
    const found = snapshot.index.changes(question, from, question.count);
    const isLast = found.total <= question.count;
    // Anything added from now on has a later version, whatever its number.
    const after = isLast ? { version: state.version, number: LAST_NUMBER } : (found.last ?? from.after);
    const head = changesHead(
      publication,
      {
        path: address.slice(publication.baseUrl.length),
        asked: parameters,
        parameters: pinned(parsed),
        cursor: cursorText({ ...from, after, state, fingerprint }),
        total: found.total,
        alternates: alternates('search', address, alternateQuery(parameters)),
      },
      { removed: found.removed, isLast },
    );
    return assembler.listing(
      snapshot,
      asTalks(representation, parsed.fields),
      found.talks,
      representation.search(head),
    );
  });
}

const LAST_NUMBER = 2 ** 32 - 1;

function fromOf(since: AskedSince, { version }: StoreState): ChangesFrom {
  if (since.kind === 'cursor') return since.cursor;
  return { after: { version: 0, number: 0 }, beginning: version, since: since.second };
}

/** The last date that a request can give. */
const LAST_DAY = 2_932_896;

/**
 * A mirror needs fixed days: nothing announces that a day has passed and that its talks no longer
 * match.
 */
function pinned({ parameters, days, dependsOn }: ParsedSearch): readonly NamedValue[] {
  if (dependsOn === 'nothing') return parameters;
  return parameters.map((parameter) => {
    const day = parameter.name === 'from' ? days.from : parameter.name === 'to' ? days.to : undefined;
    return day === undefined || day > LAST_DAY ? parameter : { name: parameter.name, value: dateText(day) };
  });
}

/**
 * Makes sure that the snapshot has a version from which a cursor can be answered: the index may not
 * have reached it yet.
 *
 * @throws HttpError 400 for a cursor of another store or of a history that was rolled back, 503
 * while that is not known
 */
async function requireVersionOf(
  { state }: ChangeCursor,
  snapshot: Snapshot,
  catalogue: ApiService['catalogue'],
): Promise<void> {
  if (snapshot.wasIn(state)) return;
  // Another machine may have given it, which has a later version already.
  if (state.version > snapshot.index.state.version && !(await catalogue.hasAll()))
    throw unavailable('This cursor is newer than the catalogue on this server');
  throw badCursor('The catalogue was replaced, or restored to an earlier state.');
}

function ofAnotherQuestion(): HttpError {
  return badCursor('The cursor belongs to a search with other filters or dates.');
}

function badCursor(what: string): HttpError {
  const hint = 'Use the `changes` link unchanged, or start again with an empty copy: updated_since=beginning.';
  return badRequest([{ code: 'cursor-of-another', where: PARAMETER.updatedSince.name, what, hint }]);
}

/** A search described in words. */
interface Sought {
  readonly title: string;
}

/** How many names of one kind a title has; the rest are counted. */
const MAX_NAMES = 3;

/**
 * A search as a listing: its feed is named after the query.
 *
 * @param asked as in ParsedFeed
 */
export function searchListing(filters: Filters, asked: readonly NamedValue[], use: FeedUse): TalkListKind<Sought> {
  return {
    kind: 'search',
    noun: 'search',
    isId: () => true,
    address: (links) => links.talkSearch,
    text: filters.text,
    find: (snapshot) => ({ title: titleOf(filters, snapshot) }),
    talks: (index, _sought, window, most) => firstTalks(index, filters, window, most),
    envelope: () => {
      throw new Error('a search is written as a search');
    },
    about: ({ title }, pages) => ({ title, description: descriptionOf(asked, use), page: pages.search(sought(asked)) }),
  };
}

/** The cache key of a search: all that its title and description depend on. */
function searchKey(asked: readonly NamedValue[], use: FeedUse): string {
  return use + queryString(sought(asked));
}

/** The filters and dates, without form and number. */
function sought(asked: readonly NamedValue[]): readonly NamedValue[] {
  return asked.filter(({ name }) => !APART_FROM_TITLE.includes(name));
}

const APART_FROM_TITLE = ['order', 'count', 'page', 'alarm', 'dates'];

/** `Talks with “peat” on Moss by Ada Núñez or Bo Host in Plants & people at Glass House organised by Department of Botany`. */
function titleOf(filters: Filters, snapshot: Snapshot): string {
  const placeName = (id: string): string | undefined => snapshot.place(id)?.name;
  const parts = [
    filters.text === null ? '' : `with “${filters.text.text}”`,
    part('on', filters.topics, (uri) => snapshot.topic(uri)?.label),
    part('by', filters.speakers, (slug) => snapshot.person(slug)?.name),
    part('in', filters.series, (slug) => snapshot.series(slug)?.title),
    part('at', filters.venues, placeName),
    part('organised by', filters.departments, placeName),
  ];
  return ['Talks', ...parts.filter((one) => one !== '')].join(' ');
}

/** @param nameOf undefined for unknown keys, which are then shown themselves */
function part(word: string, keys: readonly string[], nameOf: (key: string) => string | undefined): string {
  if (keys.length === 0) return '';
  const names: string[] = [];
  for (const key of keys.slice(0, MAX_NAMES)) names.push(nameOf(key) ?? key);
  if (keys.length > MAX_NAMES) names.push(`${String(keys.length - MAX_NAMES)} more`);
  return `${word} ${names.join(' or ')}`;
}

/** The dates and cancelled talks, as requested, since `today` is another day tomorrow. */
function descriptionOf(asked: readonly NamedValue[], use: FeedUse): string {
  const valueOf = (wanted: string): string | undefined => asked.find(({ name }) => name === wanted)?.value;
  const from = valueOf('from') ?? (use === 'news' ? 'today' : 'a year back');
  const to = valueOf('to');
  const cancelled = valueOf('cancelled');
  const until = to === undefined ? '' : `, until ${/^plus\d+$/.test(to) ? `${to.slice(4)} days later` : to}`;
  const sentences = [`Talks from ${from} on${until}`];
  if (cancelled === 'omit') sentences.push('Without those that are cancelled');
  if (cancelled === 'only') sentences.push('Only those that are cancelled');
  return sentences.map((sentence) => `${sentence}.`).join(' ');
}
