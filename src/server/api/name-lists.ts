import { nameListJson, placesJson, type NameListKind, type PlaceNode } from '#representations/json/name-list.ts';
import { absoluteLinks, type Links } from '#representations/links/links.ts';
import { searchHead } from '#representations/links/search-head.ts';
import type { Publication, SearchHead } from '#representations/representation.ts';
import type { BrowseType, PlaceType } from '#search/index/list-type.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import { startOfToday } from '#search/query/calendar-date.ts';
import {
  parseNameList,
  parsePlaces,
  type NameListQuestion,
  type PlacesQuestion,
} from '#search/query/name-list-question.ts';
import type { IgnoredParameter } from '#search/query/request.ts';
import { documentAnswer, type Answer } from '../http/answer.ts';
import { notFound, valueOrThrow } from '../http/errors.ts';
import { wholeDocument } from '../documents/document.ts';
import { namesOf } from '../pages/browse-pages.ts';
import type { ApiService } from '../service.ts';
import type { Target } from '../http/target.ts';
import { parameterHeaders } from './parameter-headers.ts';

type NameListService = Pick<ApiService, 'catalogue' | 'publication' | 'rules' | 'clock'>;

interface Kind {
  readonly type: BrowseType;
  readonly address: (links: Links) => string;
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
  return async (service: NameListService, target: Target): Promise<Answer> => {
    const { publication, rules, clock } = service;
    const question = valueOrThrow(parseNameList(target.query, rules));
    const { text, letter, page, count } = question;
    const now = clock.now();
    const today = startOfToday(rules.timeZone, now);
    const { total, entries } = await service.catalogue.read(async (snapshot) => {
      const among = text === '' ? undefined : await snapshot.index.names.matching(text, type);
      return namesOf(snapshot, type, { letter, page, count, among }, today);
    });
    const head = headOf(publication, address(absoluteLinks(publication)), question, total);
    return answer(service, nameListJson(what, entries, { head, publication }), question, now);
  };
}

/** Departments or venues as a tree. */
export async function placesAnswer(service: NameListService, target: Target): Promise<Answer> {
  const { publication, rules, clock } = service;
  const question = valueOrThrow(parsePlaces(target.query, rules));
  const now = clock.now();
  const today = startOfToday(rules.timeZone, now);
  const { total, places } = await service.catalogue.read(({ index }) => found(index, question, today));
  const head = headOf(publication, absoluteLinks(publication).places, question, total);
  return answer(service, placesJson(question.role, places, { head, publication }), question, now);
}

interface FoundPlaces {
  readonly total: number;
  readonly places: readonly PlaceNode[];
}

async function found(index: TalkIndex, question: PlacesQuestion, today: number): Promise<FoundPlaces> {
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
  address: string,
  { parameters, page, count }: Pick<NameListQuestion, 'parameters' | 'page' | 'count'>,
  total: number,
): SearchHead {
  return searchHead(publication, { path: address.slice(publication.baseUrl.length), parameters, page, count, total });
}

function answer(
  { publication, clock }: NameListService,
  body: Buffer,
  { ignored }: { readonly ignored: readonly IgnoredParameter[] },
  now: Date,
): Answer {
  return documentAnswer(wholeDocument(body), 'application/json', {
    changesAt: clock.nextMidnight(now),
    headers: parameterHeaders(publication, { ignored }),
  });
}
