import { absoluteLinks, queryString } from '#representations/links/links.ts';
import { searchHead } from '#representations/links/search-head.ts';
import type { RepresentationChoice } from '#representations/negotiation/negotiate.ts';
import type { NameList, NameListKind, PlaceNode, Publication, SearchHead } from '#representations/representation.ts';
import type { BrowseType, PlaceType } from '#search/index/list-type.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import { startOfToday } from '#search/query/calendar-date.ts';
import { parseNameList, parsePlaces, parseSuggest } from '#search/query/name-list-question.ts';
import type { NameListQuestion, PlacesQuestion } from '#search/query/name-list-question.ts';
import type { Answer } from '../http/answer.ts';
import { notFound } from '../http/errors.ts';
import { wholeDocument } from '../documents/document.ts';
import { namesOf } from '../pages/browse-pages.ts';
import type { ApiService } from '../service.ts';
import type { Target } from '../http/application.ts';
import { type Address, isFeed, negotiated, requested, resourceAnswer } from './resource-answer.ts';
import { readQuery } from '#search/query/request.ts';
import { TOPIC } from './listing.ts';
import { listingAnswer } from './listing-answer.ts';

type NameListService = Pick<ApiService, 'catalogue' | 'publication' | 'rules' | 'clock' | 'negotiation'>;

interface Kind {
  readonly type: BrowseType;
  readonly address: Address;
}

const KINDS: Readonly<Record<NameListKind, Kind>> = {
  people: { type: 'person', address: ({ people }) => people },
  series: { type: 'series', address: ({ allSeries }) => allSeries },
  collections: { type: 'collection', address: ({ collections }) => collections },
  topics: { type: 'topic', address: ({ topic }) => topic },
};

/** Places with everything embedded in them; more need another request. */
const MAX_PLACES = 1_000;

/**
 * All records of a kind by name, paginated. Upcoming talks include all of today's, so that a
 * response holds all day.
 */
export function nameListAnswer(what: NameListKind) {
  const { type, address } = KINDS[what];
  return async (service: NameListService, target: Target, _id: string, suffix: string): Promise<Answer> => {
    const { publication, rules, clock } = service;
    const found = negotiated(service, 'names', target, suffix);
    const { choice, parsed } = requested(found, parseNameList(target.query, rules));
    const { text, letter, page, count } = parsed;
    const now = clock.now();
    const today = startOfToday(rules.timeZone, now);
    const { total, entries } = await service.catalogue.read(async (snapshot) => {
      const among = text === '' ? undefined : await snapshot.index.names.matching(text, type);
      return namesOf(snapshot, type, { letter, page, count, among }, today);
    });
    const head = headOf(publication, address, parsed, total);
    return namesAnswer(service, { kind: what, entries, head }, { choice, parsed, address, now });
  };
}

/** Departments or venues as a tree. */
export async function placesAnswer(
  service: NameListService,
  target: Target,
  _id: string,
  suffix: string,
): Promise<Answer> {
  const { publication, rules, clock } = service;
  const { choice, parsed } = requested(negotiated(service, 'names', target, suffix), parsePlaces(target.query, rules));
  const now = clock.now();
  const today = startOfToday(rules.timeZone, now);
  const { total, places } = await service.catalogue.read(({ index }) => foundPlaces(index, parsed, today));
  const address: Address = (links) => links.places;
  const head = headOf(publication, address, parsed, total);
  const list = { kind: 'places', role: parsed.role, entries: places, head } as const;
  return namesAnswer(service, list, { choice, parsed, address, now });
}

interface FoundPlaces {
  readonly total: number;
  readonly places: readonly PlaceNode[];
}

async function foundPlaces(index: TalkIndex, question: PlacesQuestion, today: number): Promise<FoundPlaces> {
  const { text, role, under, depth, page, count } = question;
  if (under !== undefined && index.names.of(role, under) === undefined)
    throw notFound(`No ${role} has this identifier`);
  if (text === '') return new Branches(index, role, today).from(under ?? null, depth, { page, count });
  const among = await index.names.matching(text, role);
  const { total, entries } = index.names.browse(role, { page, count, among }, today);
  const partsIn = (id: string): number => index.places.branch(role, id, { page: 1, count: 0 }, today).total;
  return { total, places: entries.map((entry) => ({ ...entry, places: partsIn(entry.key) })) };
}

/** As many levels of a tree of places as fit. */
class Branches {
  readonly #index: TalkIndex;
  readonly #role: PlaceType;
  readonly #today: number;
  #left = MAX_PLACES;

  constructor(index: TalkIndex, role: PlaceType, today: number) {
    this.#index = index;
    this.#role = role;
    this.#today = today;
  }

  from(id: string | null, depth: number, part: { readonly page: number; readonly count: number }): FoundPlaces {
    const { total, entries } = this.#index.places.branch(this.#role, id, part, this.#today);
    this.#left -= entries.length;
    const places = entries.map((entry): PlaceNode => {
      // All of them or none: a truncated list would pass for a complete one.
      if (depth === 1 || entry.places === 0 || entry.places > this.#left) return entry;
      return { ...entry, below: this.from(entry.key, depth - 1, { page: 1, count: entry.places }).places };
    });
    return { total, places };
  }
}

function headOf(
  publication: Publication,
  address: Address,
  { parameters, page, count }: Pick<NameListQuestion, 'parameters' | 'page' | 'count'>,
  total: number,
): SearchHead {
  const path = address(absoluteLinks(publication)).slice(publication.baseUrl.length);
  return searchHead(publication, { path, parameters, page, count, total });
}

/** Names in the requested representation. They are the same all day. */
function namesAnswer(
  service: NameListService,
  list: NameList,
  {
    choice,
    parsed: { parameters, ignored },
    address,
    now,
  }: {
    readonly choice: RepresentationChoice;
    readonly parsed: Pick<NameListQuestion, 'parameters' | 'ignored'>;
    readonly address: Address;
    readonly now: Date;
  },
): Answer {
  const query = queryString(parameters.filter(({ name }) => name !== 'format'));
  const parsed = { ignored, dependsOn: 'day' } as const;
  const document = wholeDocument(choice.representation.names(list));
  return resourceAnswer(service, 'names', document, { choice, parsed, address, query, now });
}

const topic = listingAnswer(TOPIC, 'topic');
const topics = nameListAnswer('topics');

/** A topic with its talks; without `uri`, all topics by name. */
export async function topicsAnswer(service: ApiService, target: Target, id: string, suffix: string): Promise<Answer> {
  const hasUri = readQuery(target.query).some(({ name, value }) => name === 'uri' && value !== '');
  // The list of all topics has no feeds. If one is named, the `uri` is missing, and the error should say so, whatever
  // else the query has.
  const query = suffix === '' ? target.query : '';
  const isOfOne = hasUri || isFeed(negotiated(service, 'topic', { ...target, query, accept: undefined }, suffix));
  return (isOfOne ? topic : topics)(service, target, id, suffix);
}

type SuggestService = Pick<ApiService, 'catalogue' | 'publication' | 'rules' | 'clock' | 'negotiation'>;

const address: Address = (links) => links.suggest;

/**
 * Names that match what has been typed. Upcoming talks include all of today's, so that a response
 * holds all day.
 */
export async function suggestAnswer(
  service: SuggestService,
  target: Target,
  _id: string,
  suffix: string,
): Promise<Answer> {
  const { catalogue, publication, rules, clock } = service;
  const { choice, parsed } = requested(negotiated(service, 'names', target, suffix), parseSuggest(target.query, rules));
  const { text, kinds: types, count, asked, ignored } = parsed;
  const now = clock.now();
  const today = startOfToday(rules.timeZone, now);
  const entries = await catalogue.read(({ index }) => index.names.suggest({ text, types, count }, today));
  const self = address(absoluteLinks(publication)) + queryString(asked);
  const list = { kind: 'suggestions', entries, self } as const;
  return namesAnswer(service, list, { choice, parsed: { parameters: asked, ignored }, address, now });
}
