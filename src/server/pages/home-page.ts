import { type FeaturedContent, type HomeContent, type HomeList, homePage } from '#pages/search/home.ts';
import type { Shortcut } from '#pages/search/search-content.ts';
import type { Featured } from '#pages/frame/brand.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { whenOver } from '#catalogue/talk-length.ts';
import { secondsOf } from '#catalogue/timestamp.ts';
import { StoreUnavailable } from '#store/store.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import { fragmentsOf } from '#pages/fragments.ts';
import { calendarIn, type Day } from '#search/query/calendar-date.ts';
import { dateText, monthOf, monthText, weekOf, weekText } from '#search/query/civil-days.ts';
import type { Question } from '#search/query/question.ts';
import type { Window } from '#search/query/window.ts';
import type { NamedValue } from '#search/query/request.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import { NO_FILTERS } from '../api/listing.ts';
import type { Answer } from '../http/answer.ts';
import { talksGoingOn, talksOn } from './calendar-content.ts';
import { documentPageAnswer, viewOf } from './page-response.ts';
import { LONG_AGO, shortcutsOn } from '#pages/search/times.ts';
import { displayed } from './display-names.ts';
import type { TalksOfPage, GoingOn } from './page-documents.ts';
import type { PageService } from '../service.ts';
import type { Target } from '../http/application.ts';

/** Maximum talks shown of a list. */
const MAX_SHOWN = 12;
/** With fewer talks in the next days, later ones are shown too. */
const FEW = 6;
const DAYS_A_WEEK = 7;
/** How long the response cache keeps the page; milliseconds. */
const HOME_PAGE_FOR = 60_000;

/** The home page: talks of today and this week, and links to all lists. */
export async function homePageAnswer(service: PageService, target: Target): Promise<Answer> {
  const view = viewOf(service, target);
  const { now } = view;
  const calendar = calendarIn(service.rules.timeZone);
  const today = calendar.dayAt(now);
  const later = today + DAYS_A_WEEK;
  const [tomorrow, weekEnds] = [calendar.startOfDay(today + 1), calendar.startOfDay(later)];
  const document = service.catalogue.read((snapshot) => {
    const { index } = snapshot;
    const rest = restOfDay(snapshot, now, service.rules.timeZone, MAX_SHOWN);
    const week = listed(index, { from: tomorrow, to: weekEnds }, [
      at('from', 'tomorrow'),
      at('to', dateText(later - 1)),
    ]);
    const isLittle = rest.total + week.list.total < FEW;
    const next = isLittle ? listed(index, { from: weekEnds, to: Infinity }, [at('from', dateText(later))]) : NO_TALKS;
    const isQuiet = rest.total + rest.totalGoingOn + week.list.total + next.list.total === 0;
    const ahead: Question = { ...EVERYTHING, window: { from: calendar.startOfDay(today), to: Infinity } };
    const past = isQuiet ? latest(index, calendar.startOfDay(today), today) : NO_TALKS;
    const content = {
      isCatalogueEmpty: index.size === 0,
      today: left(snapshot, rest, service.rules.timeZone),
      week: week.list,
      next: next.list,
      total: index.answer(ahead).total,
      nextWeek: questionOf('nextWeek', today),
      ...namesAhead(index, ahead),
      past: past.list,
      month: monthText(monthOf(today)),
      isoWeek: weekText(weekOf(today)),
      featured: recommended(snapshot, service.brand.featured, now),
    };
    const lists: TalksOfPage[] = [
      { talks: rest.talks, byDay: false, goingOn: rest.goingOn },
      { talks: week.talks, byDay: true },
      { talks: next.talks, byDay: true },
      { talks: past.talks, byDay: true },
    ];
    const fragments = fragmentsOf(homePage(content, view));
    return service.pages.document(snapshot, view, {
      fragments,
      lists: lists.filter(({ talks, goingOn }) => talks.length + (goingOn?.talks.length ?? 0) > 0),
    });
  });
  const until = now.getTime() + HOME_PAGE_FOR;
  return documentPageAnswer(document, view, { changesAt: service.clock.nextMidnight(now), until });
}

/** The departments and topics of most talks to come: not a department that has all of them. */
function namesAhead(index: TalkIndex, ahead: Question): Pick<HomeContent, 'departments' | 'topics'> {
  const { total } = index.answer(ahead);
  const { departments, topics } = index.facets(ahead);
  return {
    departments: displayed(
      index,
      'departments',
      departments.filter(({ count }) => count < total),
    ),
    topics: displayed(index, 'topics', topics),
  };
}

/** The recommended talk or series; undefined while the store cannot be read, so that the page is still served. */
function recommended(snapshot: Snapshot, featured: Featured | null, now: Date): FeaturedContent | undefined {
  try {
    return featuredByHand(snapshot, now) ?? featuredIn(snapshot, featured, now);
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
}

/** Whether a talk takes place and is not over: no other is recommended. */
function isAhead({ talk }: TalkDetails, now: Date): boolean {
  return talk.status !== 'cancelled' && whenOver(talk) * 1000 > now.getTime();
}

/** The first talk, among those featured by corrections, that is still to come. */
function featuredByHand(snapshot: Snapshot, now: Date): FeaturedContent | undefined {
  const slugs = snapshot.featured();
  const numbers = slugs.map((slug) => snapshot.index.talkNumber(slug)).filter((number) => number !== 0);
  const [first] = snapshot
    .talks(Uint32Array.from(numbers))
    .filter((details) => isAhead(details, now))
    .sort((one, other) => secondsOf(one.talk.start) - secondsOf(other.talk.start));
  return first && { talk: first };
}

/** Undefined: there is no such talk or series, no longer, or the talk is over or cancelled. */
function featuredIn(snapshot: Snapshot, featured: Featured | null, now: Date): FeaturedContent | undefined {
  if (featured === null) return undefined;
  const { kind, slug } = featured;
  if (kind === 'series') {
    const series = snapshot.series(slug);
    return series && { series };
  }
  const talk = snapshot.talk(slug);
  return talk !== undefined && isAhead(talk, now) ? { talk } : undefined;
}

const EVERYTHING = { ...NO_FILTERS, order: 'date', page: 1, count: MAX_SHOWN } as const;

interface Listed {
  readonly list: HomeList;
  readonly talks: Uint32Array;
}

const NO_TALKS: Listed = { list: { shown: 0, total: 0, question: [] }, talks: new Uint32Array(0) };

/** The list of today's talks that are not over. */
function left(snapshot: Snapshot, rest: RestOfDay, timeZone: string): HomeList {
  const { talks, total, goingOn, totalGoingOn } = rest;
  const { day } = goingOn;
  const shown = talks.length + goingOn.talks.length;
  const question = [at('from', 'today'), at('to', 'today')];
  const calendar = calendarIn(timeZone);
  const window = { from: calendar.startOfDay(day), to: calendar.startOfDay(day + 1) };
  const begin = listed(snapshot.index, window, question).list.total;
  // The page of all counts the talks that begin today, and lists those that go on above them.
  const above = begin < shown ? talksGoingOn(snapshot, { filters: NO_FILTERS, timeZone }, day).talks.length : 0;
  return { shown, total: total + totalGoingOn, found: begin + above, question };
}

/** The latest of the talks before today. */
function latest(index: TalkIndex, to: number, today: Day): Listed {
  const question: Question = { ...EVERYTHING, window: { from: -Infinity, to } };
  const { total, talks } = index.answer({ ...question, order: 'latest' });
  const asked = [at('from', LONG_AGO), at('to', dateText(today - 1))];
  return { list: { shown: talks.length, total, question: asked }, talks };
}

function listed(index: TalkIndex, window: Window, question: readonly NamedValue[]): Listed {
  const { total, talks } = index.answer({ ...EVERYTHING, window });
  return { list: { shown: talks.length, total, question }, talks };
}

/** The query of a shortcut of the search page, which marks it then. */
function questionOf(shortcut: Shortcut['name'], today: Day): readonly NamedValue[] {
  const { from = null, to = null } = shortcutsOn(today).find(({ name }) => name === shortcut) ?? {};
  return [...(from === null ? [] : [at('from', from)]), ...(to === null ? [] : [at('to', to)])];
}

function at(name: string, value: string): NamedValue {
  return { name, value };
}

/** Maximum talks that began on an earlier day, such as exhibitions; the latest ones are shown. */
const MAX_GOING_ON = 4;

/** The talks that are on, whenever they began, and those that are still to come before midnight. */
interface RestOfDay {
  /** Numbers of the talks, in order. */
  readonly talks: Uint32Array;
  /** The number of all such talks; `talks` has the first ones. */
  readonly total: number;
  /** Talks that began on an earlier day; they are not in `talks`. */
  readonly goingOn: GoingOn;
  readonly totalGoingOn: number;
}

/** @param most maximum number of `talks` */
function restOfDay(snapshot: Snapshot, now: Date, timeZone: string, most: number): RestOfDay {
  const { index } = snapshot;
  const calendar = calendarIn(timeZone);
  const today = calendar.dayAt(now);
  const [midnight, tomorrow] = [calendar.startOfDay(today), calendar.startOfDay(today + 1)];
  const seconds = Math.floor(now.getTime() / 1000);
  const on = talksOn(snapshot, { filters: NO_FILTERS }, seconds);
  const isEarlier = ({ details }: (typeof on)[number]): boolean => secondsOf(details.talk.start) < midnight;
  const earlier = on.filter(isEarlier);
  const since = on.filter((one) => !isEarlier(one));
  const window = { from: seconds, to: tomorrow };
  const toCome = index.answer({ ...NO_FILTERS, window, order: 'date', page: 1, count: most });
  return {
    talks: Uint32Array.from([...since.map(({ number }) => number), ...toCome.talks]).subarray(0, most),
    total: since.length + toCome.total,
    goingOn: { day: today, talks: earlier.slice(-MAX_GOING_ON).map(({ details }) => details) },
    totalGoingOn: earlier.length,
  };
}
