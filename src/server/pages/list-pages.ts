import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { LocatedPlace } from '#catalogue/venue-location.ts';
import {
  collectionPage,
  personPage,
  type PlaceContent,
  placePage,
  seriesPage,
  topicPage,
} from '#pages/lists/groups.ts';
import { type ListContent, type ListedTalks, nextTalk } from '#pages/lists/list-page.ts';
import type { View } from '#pages/frame/view.ts';
import { fragmentsOf } from '#pages/fragments.ts';
import { calendarIn, type Day } from '#search/query/calendar-date.ts';
import { monthOf, monthText } from '#search/query/civil-days.ts';
import { parseListPage } from '#search/query/page-question.ts';
import type { ListPage } from '#search/query/page-question.ts';
import type { Window } from '#search/query/window.ts';
import type { PlaceType } from '#search/index/list-type.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import type { Answer } from '../http/answer.ts';
import { notFound, valueOrThrow } from '../http/errors.ts';
import { COLLECTION, DEPARTMENT, PERSON, SERIES, TOPIC, VENUE, type TalkListKind } from '../api/listing.ts';
import { documentPageAnswer, viewOf } from './page-response.ts';
import type { TalksOfPage } from './page-documents.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import type { PageService } from '../service.ts';
import type { Target } from '../http/application.ts';

/** Talks per page. */
const COUNT = 20;
/** Past talks shown on the first page of upcoming ones. */
const LATEST = 5;
/** Talks before and after the present that tell when and where its talks usually are. */
const NEAREST = 12;
/** Maximum children shown on the page of a place. */
const MAX_INSIDE = 40;

type AnswerPage = (service: PageService, target: Target, id: string) => Promise<Answer>;

interface Today {
  readonly day: Day;
  /** When it began: seconds since 1970-01-01T00:00:00Z. */
  readonly today: number;
}

/** Writes the page of a record. @param today its start, in seconds since 1970-01-01T00:00:00Z */
type Write<T> = (content: ListContent<T>, view: View, snapshot: Snapshot, today: number) => string;

export const seriesPageAnswer = listPageAnswer(SERIES, seriesPage);
export const personPageAnswer = listPageAnswer(PERSON, (content, view, { index }) =>
  personPage({ ...content, namesakes: index.names.namesakes(content.record.slug) }, view),
);
export const collectionPageAnswer = listPageAnswer(COLLECTION, collectionPage);
export const topicPageAnswer = listPageAnswer(TOPIC, topicPage);
export const departmentPageAnswer = listPageAnswer(DEPARTMENT, (content, view, { index }, today) => {
  return placePage('department', placed('department', content, index, today), view);
});
export const venuePageAnswer = listPageAnswer(VENUE, (content, view, { index }, today) => {
  return placePage('venue', placed('venue', content, index, today), view);
});

/**
 * The page of something that lists talks. Upcoming talks include all of today's: the page is the same all day, and
 * latecomers find talks that have started.
 */
function listPageAnswer<T>(kind: TalkListKind<T>, write: Write<T>): AnswerPage {
  const isTopic = kind.kind === 'topic';
  return async (service, target, inPath) => {
    const parsed = valueOrThrow(parseListPage(target.query, isTopic ? 'topic page' : 'list page', service.rules));
    const view = viewOf(service, target);
    const calendar = calendarIn(service.rules.timeZone);
    const day = calendar.dayAt(view.now);
    const today = calendar.startOfDay(day);
    const id = isTopic ? parsed.uri : inPath;
    const found = service.catalogue.read((snapshot) => {
      const record = kind.isId(id) ? kind.find(snapshot, id) : undefined;
      if (record === undefined) return undefined;
      const { list, lists, nearest } = listedTalks(snapshot, kind, record, { ...parsed, day, today });
      const content = { record, list, nearest, month: monthText(monthOf(day)) };
      const fragments = fragmentsOf(write(content, view, snapshot, today));
      return {
        page: service.pages.document(snapshot, view, { fragments, lists }),
        next: nextTalk(nearest, view.now),
      };
    });
    if (found === undefined) throw notFound(`No ${kind.noun} has this identifier`);
    const { page, next } = found;
    const nextBegins = next === undefined ? Infinity : Date.parse(next.talk.start);
    const changesAt = Math.min(service.clock.nextMidnight(view.now), nextBegins);
    return documentPageAnswer(page, view, { changesAt });
  };
}

/**
 * The talks of a page: their totals, and the lists that are shown. Exhibitions that began earlier and go on are among
 * those to come, above the first day.
 */
function listedTalks<T>(
  snapshot: Snapshot,
  kind: TalkListKind<T>,
  record: T,
  { when, page, day, today }: ListPage & Today,
): {
  readonly list: ListedTalks;
  readonly lists: readonly TalksOfPage[];
  readonly nearest: readonly TalkDetails[];
} {
  const talksIn = (window: Window): Uint32Array => kind.talks(snapshot.index, record, window, Infinity);
  const ongoing = { at: today, onlyLong: true };
  const upcoming = talksIn({ from: today, to: Infinity, ongoing });
  const goOn = new Set(talksIn({ from: today, to: today, ongoing }));
  const past = talksIn({ from: -Infinity, to: today })
    .filter((talk) => !goOn.has(talk))
    .reverse();
  const [from, to] = [(page - 1) * COUNT, page * COUNT];
  const isFirst = when === 'upcoming' && page === 1;
  const toCome = when === 'upcoming' ? upcoming.subarray(from, to) : NONE;
  const were = when === 'past' ? past.subarray(from, to) : past.subarray(0, isFirst ? LATEST : 0);
  const list = {
    when,
    page,
    count: COUNT,
    upcoming: { total: upcoming.length, shown: toCome.length },
    past: { total: past.length, shown: were.length },
  };
  const goingOn = { day, talks: snapshot.talks(toCome.filter((talk) => goOn.has(talk))) };
  const lists = [
    ...(toCome.length === 0 ? [] : [{ talks: toCome.filter((talk) => !goOn.has(talk)), byDay: true, goingOn }]),
    ...(were.length === 0 ? [] : [{ talks: were, byDay: true }]),
  ];
  const nearest = snapshot.talks(
    Uint32Array.from([...past.subarray(0, NEAREST).toReversed(), ...upcoming.subarray(0, NEAREST)]),
  );
  return { list, lists, nearest };
}

const NONE = new Uint32Array(0);

function placed(type: PlaceType, content: ListContent<LocatedPlace>, index: TalkIndex, today: number): PlaceContent {
  const { id } = content.record;
  const branch = index.places.branch(type, id, { page: 1, count: MAX_INSIDE }, today);
  return { ...content, parents: index.places.parents(id), branch };
}
