import {
  type BrowsedAsTree,
  type BrowsedByName,
  browseNamesPage,
  type BrowseTreeContent,
  browseTreePage,
} from '#pages/lists/browse.ts';
import type { BrowseType, PlaceType } from '#search/index/list-type.ts';
import type { BrowseEntry, BrowseRequest, NamePage } from '#search/names/browse.ts';
import { startOfToday } from '#search/query/calendar-date.ts';
import { parseBrowsePage } from '#search/query/page-question.ts';
import type { BrowsePage } from '#search/query/page-question.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import { COLLECTION } from '../api/listing.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import type { Answer } from '../http/answer.ts';
import { notFound, valueOrThrow } from '../http/errors.ts';
import { dayPageAnswer, viewOf } from './page-response.ts';
import type { PageService } from '../service.ts';
import type { Target } from '../http/application.ts';

/** Names per page, and places of the upper level of a tree. */
const NAMES = 100;
const PLACES = 20;
/** Maximum children shown under a place. */
const MAX_BELOW = 5;

type AnswerPage = (service: PageService, target: Target) => Promise<Answer>;

const TYPES: Readonly<Record<BrowsedByName, BrowseType>> = {
  series: 'series',
  people: 'person',
  topics: 'topic',
  collections: 'collection',
};

/** A list by name: all names, or those with one initial letter. */
export function browseNamesAnswer(what: BrowsedByName): AnswerPage {
  return async (service, target) => {
    const { letter, page } = asked(service, target);
    const view = viewOf(service, target);
    const today = startOfToday(service.rules.timeZone, view.now);
    const names = service.catalogue.read((snapshot) =>
      namesOf(snapshot, TYPES[what], { letter, page, count: NAMES }, today),
    );
    return dayPageAnswer(service, browseNamesPage({ what, names, letter, page, count: NAMES }, view), view);
  };
}

/** Names of a list with their numbers of talks. @param today its start, in seconds since 1970-01-01T00:00:00Z */
export function namesOf(
  snapshot: Snapshot,
  type: BrowseType,
  request: BrowseRequest,
  today: number,
): NamePage<BrowseEntry> {
  const { index } = snapshot;
  if (type !== 'collection') return index.names.browse(type, request, today);
  const { entries, ...list } = index.names.collections(request);
  const counted = entries.map(({ key, name }): BrowseEntry => {
    const collection = COLLECTION.find(snapshot, key);
    const talksFrom = (from: number): number =>
      collection === undefined ? 0 : COLLECTION.talks(index, collection, { from, to: Infinity }, Infinity).length;
    return { key, name, talks: talksFrom(-Infinity), upcoming: talksFrom(today) };
  });
  return { ...list, entries: counted };
}

/** Two levels of a tree of places, from the top or from the requested place. */
export function browseTreeAnswer(what: BrowsedAsTree): AnswerPage {
  const type = what === 'departments' ? 'department' : 'venue';
  return async (service, target) => {
    const question = asked(service, target);
    const view = viewOf(service, target);
    const today = startOfToday(service.rules.timeZone, view.now);
    const content = service.catalogue.read(({ index }) => treeContent(index, what, type, question, today));
    if (content === undefined) throw notFound(`No ${type} has this identifier`);
    return dayPageAnswer(service, browseTreePage(content, view), view);
  };
}

function asked({ rules }: Pick<PageService, 'rules'>, { query }: Target): BrowsePage {
  return valueOrThrow(parseBrowsePage(query, rules));
}

function treeContent(
  index: TalkIndex,
  what: BrowsedAsTree,
  type: PlaceType,
  { under, page }: BrowsePage,
  today: number,
): BrowseTreeContent | undefined {
  const name = under === undefined ? undefined : index.names.of(type, under);
  if (under !== undefined && name === undefined) return undefined;
  const { total, entries } = index.places.branch(type, under ?? null, { page, count: PLACES }, today);
  return {
    what,
    under:
      under === undefined || name === undefined
        ? undefined
        : { place: { key: under, name }, parents: index.places.parents(under) },
    total,
    entries: entries.map((entry) => ({
      ...entry,
      below: index.places.branch(type, entry.key, { page: 1, count: MAX_BELOW }, today),
    })),
    page,
    count: PLACES,
  };
}
