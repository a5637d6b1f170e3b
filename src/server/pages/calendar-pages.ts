import { agendaPage } from '#pages/calendar/agenda.ts';
import { dayPage, type RoomsContent, roomsPage } from '#pages/calendar/calendar-day.ts';
import type { CalendarContent } from '#pages/calendar/calendar-document.ts';
import type { CalendarPlaces } from '#pages/calendar/calendar-frame.ts';
import { type MonthContent, type MonthDay, monthPage, type MonthWeek } from '#pages/calendar/calendar-month.ts';
import type { CalendarTalk, CalendarTalks } from '#pages/calendar/calendar-talks.ts';
import { type WeekContent, weekPage } from '#pages/calendar/calendar-week.ts';
import { MAX_COLUMNS } from '#pages/calendar/grid-rules.ts';
import { fragmentsOf } from '#pages/fragments.ts';
import { venueName } from '#pages/lists/when-and-where.ts';
import { type LinkBudget, linkBudgetFor } from '#pages/search/search-links.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import { queryString } from '#representations/links/links.ts';
import type { PageLinks } from '#representations/links/page-links.ts';
import { calendarIn, type Day, dayParts } from '#search/query/calendar-date.ts';
import {
  type CalendarQuestion,
  parseAgenda,
  parseCalendar,
  parseCalendarStart,
} from '#search/query/calendar-question.ts';
import * as civil from '#search/query/civil-days.ts';
import { dateText, monthOf, monthText, weekOf, weekText } from '#search/query/civil-days.ts';
import { readQuery } from '#search/query/request.ts';
import { askedInParts, mostShown, shownPart } from './page-size.ts';
import type { Window } from '#search/query/window.ts';
import { nextPageChange } from '../clock.ts';
import type { Answer } from '../http/answer.ts';
import { notFound, valueOrThrow } from '../http/errors.ts';
import type { Target } from '../http/application.ts';
import type { PageService } from '../service.ts';
import { continuingTalks, MAX_LONG_TALKS, nearest, talksGoingOn, talksInWindows } from './calendar-content.ts';
import { namesIn } from './display-names.ts';
import { dayPageAnswer, documentPageAnswer, redirectAnswer, viewOf } from './page-response.ts';

/** Maximum talks shown of a day in a month, and of a part of a day in a week, by link budget. */
const OF_A_DAY: Readonly<Record<LinkBudget, number>> = { ample: 3, little: 2, least: 1 };
const OF_A_PART: Readonly<Record<LinkBudget, number>> = { ample: 4, little: 3, least: 2 };

/** Maximum talks of a day by room, by link budget. */
const IN_ROOMS: Readonly<Record<LinkBudget, number>> = { ample: 60, little: 40, least: 20 };

/** Maximum talks of a month for all of them to be printed, though days show only some. */
const PRINTED = 300;
/** All talks are printed only with fewer filters: otherwise the links of a month leave no room. */
const FEW_FILTERS = 2;

/** What a calendar depends on, besides its days. */
interface AskedCalendar extends CalendarQuestion {
  readonly timeZone: string;
  readonly today: Day;
}

/** A month as a table. @param id `yyyy-mm` */
export async function monthPageAnswer(service: PageService, target: Target, id: string): Promise<Answer> {
  const month = civil.readMonth(id);
  if (month === undefined) throw notFound('Not a valid month; write yyyy-mm');
  const view = viewOf(service, target);
  const asked = askedOf(service, target, view.now);
  const content = await service.catalogue.find(asked.filters.text, (snapshot) => monthContent(snapshot, month, asked));
  return dayPageAnswer(service, monthPage(content, view), view);
}

/** A week as a table. @param id `yyyy-Www` */
export async function weekPageAnswer(service: PageService, target: Target, id: string): Promise<Answer> {
  const week = civil.readWeek(id);
  if (week === undefined) throw notFound('Not a valid week; write yyyy-Www (ISO 8601)');
  const view = viewOf(service, target);
  const asked = askedOf(service, target, view.now);
  const content = await service.catalogue.find(asked.filters.text, (snapshot) => weekContent(snapshot, week, asked));
  return dayPageAnswer(service, weekPage(content, view), view);
}

/** The agenda: talks under their days. */
export async function agendaPageAnswer(service: PageService, target: Target): Promise<Answer> {
  const view = viewOf(service, target);
  const parsed = valueOrThrow(parseAgenda(target.query, service.rules, view.now));
  const { question, from, days, filters, asked, dependsOn } = parsed;
  const { timeZone } = service.rules;
  const today = todayIn(service, view.now);
  const document = await service.catalogue.find(question.text, (snapshot) => {
    const { index } = snapshot;
    const part = shownPart(question, mostShown(asked));
    const { total, talks: all } = index.answer({ ...question, page: part.page, count: part.count });
    const talks = all.subarray(part.skipped);
    const isFirst = question.page === 1;
    const goingOn = isFirst ? talksGoingOn(snapshot, { filters: question, timeZone }, from) : undefined;
    const content = {
      from: civil.dateText(from),
      shown: talks.length,
      goingOn: goingOn?.talks.length ?? 0,
      page: question.page,
      turns: { ...part, pages: Math.ceil(total / part.count), asked: askedInParts(asked, question, part) },
      days,
      filters,
      asked,
      nameOf: namesIn(index),
      places: placesOf(from, from === today ? null : from),
    };
    const fragments = fragmentsOf(agendaPage(content, view));
    return service.pages.document(snapshot, view, { fragments, lists: [{ talks, byDay: true, goingOn }] });
  });
  return documentPageAnswer(document, view, { changesAt: nextPageChange(service, dependsOn, view.now) });
}

/** The talks of a day, listed. @param id `yyyy-mm-dd` */
export async function calendarDayAnswer(service: PageService, target: Target, id: string): Promise<Answer> {
  const day = dayIn(id);
  const view = viewOf(service, target);
  const asOthers = readQuery(target.query).flatMap(({ name, value = '' }) =>
    ['from', 'to', 'ongoing'].includes(name) ? [] : [{ name, value }],
  );
  const ofDay = ['from', 'to'].map((name) => ({ name, value: id }));
  const query = queryString([...ofDay, ...asOthers]).slice(1);
  const { question, filters, asked } = valueOrThrow(parseAgenda(query, service.rules, view.now));
  const { timeZone } = service.rules;
  const today = todayIn(service, view.now);
  const document = await service.catalogue.find(question.text, (snapshot) => {
    const part = shownPart(question, mostShown(asked));
    const { total, talks: all } = snapshot.index.answer({ ...question, page: part.page, count: part.count });
    const talks = all.subarray(part.skipped);
    const goingOn = talksGoingOn(snapshot, { filters: question, timeZone }, day, MAX_LONG_TALKS);
    const isFirst = question.page === 1;
    const onDay = total + goingOn.talks.length;
    const calendar = { filters: question, asked: filters, timeZone, today };
    const content = {
      day: id,
      total: onDay,
      shown: talks.length + (isFirst ? goingOn.talks.length : 0),
      page: part.page,
      pages: Math.ceil(total / part.count),
      asked: askedInParts(asked, question, part).filter(({ name }) => name !== 'from' && name !== 'to'),
      places: placesOf(day, day === today ? null : day),
      ...calendarContent(snapshot, calendar, DAYS, day, onDay === 0 ? dayWindow(day, timeZone) : undefined),
    };
    const fragments = fragmentsOf(dayPage(content, view));
    const lists = [{ talks, byDay: true, goingOn: isFirst ? goingOn : undefined }];
    return service.pages.document(snapshot, view, { fragments, lists });
  });
  return documentPageAnswer(document, view, { changesAt: nextPageChange(service, 'day', view.now) });
}

/** The talks of a day, by room. @param id `yyyy-mm-dd` */
export async function roomsPageAnswer(service: PageService, target: Target, id: string): Promise<Answer> {
  const day = dayIn(id);
  const view = viewOf(service, target);
  const asked = askedOf(service, target, view.now);
  const content = await service.catalogue.find(asked.filters.text, (snapshot) => roomsContent(snapshot, day, asked));
  return dayPageAnswer(service, roomsPage(content, view), view);
}

function dayIn(id: string): Day {
  const day = civil.readDay(id);
  if (day === undefined) throw notFound('Not a valid day; write yyyy-mm-dd');
  return day;
}

function askedOf(service: Pick<PageService, 'rules'>, { query }: Target, now: Date): AskedCalendar {
  return {
    ...valueOrThrow(parseCalendar(query, service.rules)),
    timeZone: service.rules.timeZone,
    today: todayIn(service, now),
  };
}

function todayIn({ rules }: Pick<PageService, 'rules'>, now: Date): Day {
  return calendarIn(rules.timeZone).dayAt(now);
}

/** The other calendars around a day. @param first the first day of the agenda; null for today */
function placesOf(day: Day, first: Day | null): CalendarPlaces {
  return {
    month: civil.monthText(civil.monthOf(day)),
    week: civil.weekText(civil.weekOf(day)),
    day: civil.dateText(day),
    agenda: first === null ? null : civil.dateText(first),
  };
}

/** The unit of a calendar: months, weeks or days. */
interface Steps<T> {
  readonly of: (day: Day) => T;
  readonly after: (one: T, steps: number) => T | undefined;
  readonly text: (one: T) => string;
}

const MONTHS: Steps<civil.Month> = { of: civil.monthOf, after: civil.monthAfter, text: civil.monthText };
const WEEKS: Steps<civil.Week> = { of: civil.weekOf, after: civil.weekAfter, text: civil.weekText };

const DAYS: Steps<Day> = { of: (day) => day, after: civil.dayAfter, text: civil.dateText };

/** The common content of months, weeks and days. @param empty the period, if it has no talks */
function calendarContent<T>(
  snapshot: Snapshot,
  asked: AskedCalendar,
  { of, after, text }: Steps<T>,
  shown: T,
  empty: Window | undefined,
): Omit<CalendarContent, 'places'> {
  const beside = (steps: number): string | undefined => {
    const other = after(shown, steps);
    return other === undefined ? undefined : text(other);
  };
  return {
    today: civil.dateText(asked.today),
    turns: { previous: beside(-1), next: beside(1), current: text(of(asked.today)) },
    filters: asked.asked,
    nameOf: namesIn(snapshot.index),
    nearest: nearest(snapshot, asked, empty, (day) => text(of(day))),
  };
}

export function monthContent(snapshot: Snapshot, month: civil.Month, asked: AskedCalendar): MonthContent {
  const { timeZone, today, filters } = asked;
  const text = civil.monthText(month);
  const isInside = (day: Day): boolean => civil.monthText(civil.monthOf(day)) === text;
  const weeks = civil.weeksOf(month);
  const days = weeks.flat().filter(isInside);
  const windows = days.map((day) => dayWindow(day, timeZone));
  const room = linkBudgetFor(asked.asked);
  const most = OF_A_DAY[room];
  const found = talksInWindows(snapshot, filters, windows, {
    most,
    printed: asked.asked.length < FEW_FILTERS ? PRINTED : 0,
  });
  const continuing = continuingTalks(snapshot, asked, days);
  const byDay = new Map(days.map((day, at) => [day, withContinuing(found[at] ?? NONE, continuing.get(day))]));
  const isEmpty = [...byDay.values()].every((day) => day.total === 0);
  const total = found.reduce((sum, one) => sum + one.total, 0);
  const first = days[0] ?? today;
  const shown = isInside(today) ? today : first;
  return {
    month: text,
    weeks: weeks.map((week) => monthWeek(week, byDay)),
    total,
    places: placesOf(shown, shown === today ? null : first),
    ...calendarContent(snapshot, asked, MONTHS, month, isEmpty ? around(windows) : undefined),
  };
}

type DayTalks = Omit<MonthDay, 'day'>;

function withContinuing(starting: CalendarTalks, continuing: readonly CalendarTalk[] = []): DayTalks {
  return { ...starting, total: starting.total + continuing.length, continuing };
}

function monthWeek(days: readonly Day[], talks: ReadonlyMap<Day, DayTalks>): MonthWeek {
  const week = civil.weekOf(days[0] ?? 0);
  return {
    week: civil.weekText(week),
    number: week.week,
    days: days.map((day) => {
      const ofDay = talks.get(day);
      return ofDay === undefined ? null : { ...ofDay, day: civil.dateText(day) };
    }),
  };
}

function weekContent(snapshot: Snapshot, week: civil.Week, asked: AskedCalendar): WeekContent {
  const { timeZone, today, filters } = asked;
  const days = civil.daysOf(week);
  const windows = days.flatMap((day) => {
    const { morning, afternoon, evening } = dayParts(day, timeZone);
    return [morning, afternoon, evening];
  });
  const found = talksInWindows(snapshot, filters, windows, { most: OF_A_PART[linkBudgetFor(asked.asked)] });
  const continuing = continuingTalks(snapshot, asked, days);
  const shown = days.includes(today) ? today : (days[0] ?? today);
  const parts = windows.length / days.length;
  const content = days.map((day, at) => {
    const ofDay = found.slice(at * parts, (at + 1) * parts);
    const starting = {
      total: ofDay.reduce((sum, { total }) => sum + total, 0),
      talks: ofDay.flatMap(({ talks }) => talks),
    };
    return { ...withContinuing(starting, continuing.get(day)), day: civil.dateText(day) };
  });
  const isEmpty = content.every(({ total }) => total === 0);
  return {
    week: civil.weekText(week),
    number: week.week,
    days: content,
    places: placesOf(shown, shown === today ? null : shown),
    ...calendarContent(snapshot, asked, WEEKS, week, isEmpty ? around(windows) : undefined),
  };
}

function roomsContent(snapshot: Snapshot, day: Day, asked: AskedCalendar): RoomsContent {
  const { timeZone, today, filters } = asked;
  const window = dayWindow(day, timeZone);
  const [found = NONE] = talksInWindows(snapshot, filters, [window], { most: IN_ROOMS[linkBudgetFor(asked.asked)] });
  const earlier = continuingTalks(snapshot, asked, [day]).get(day) ?? [];
  const rooms = roomsOf(snapshot, found.talks, earlier);
  const shown = rooms.slice(0, MAX_COLUMNS);
  const left = rooms.slice(MAX_COLUMNS).reduce((sum, one) => sum + one.talks.length + one.continuing.length, 0);
  return {
    day: civil.dateText(day),
    rooms: shown,
    more: found.total - found.talks.length + left,
    places: placesOf(day, day === today ? null : day),
    ...calendarContent(snapshot, asked, DAYS, day, rooms.length === 0 ? window : undefined),
  };
}

/** The rooms of a day's talks in the order of their names; last, talks that have none. */
function roomsOf(
  { index }: Snapshot,
  talks: readonly CalendarTalk[],
  continuing: readonly CalendarTalk[],
): RoomsContent['rooms'] {
  const venueOf = ({ details }: CalendarTalk) => details.venue ?? undefined;
  const rooms = Map.groupBy([...continuing, ...talks], (one) => venueOf(one)?.id);
  const earlier = new Set(continuing);
  const columns = [...rooms].map(([id, all]) => {
    const [first] = all;
    const venue = first === undefined ? undefined : venueOf(first);
    return {
      id,
      name: venue === undefined ? '' : venueName(venue.name, index.places.venueAround(venue.id)),
      talks: all.filter((one) => !earlier.has(one)),
      continuing: all.filter((one) => earlier.has(one)),
    };
  });
  const order = new Intl.Collator('en', { numeric: true });
  const rank = ({ name }: { readonly name: string }): number => (name === '' ? 1 : 0);
  return columns.sort((one, other) => rank(one) - rank(other) || order.compare(one.name, other.name));
}

const NONE: CalendarTalks = { total: 0, talks: [] };

function dayWindow(day: Day, timeZone: string): Window {
  const calendar = calendarIn(timeZone);
  return { from: calendar.startOfDay(day), to: calendar.startOfDay(day + 1) };
}

/** From the start of the first to the end of the last. */
function around(windows: readonly Window[]): Window {
  return { from: windows[0]?.from ?? 0, to: windows.at(-1)?.to ?? 0 };
}

/** Redirects to the week, month or agenda that contains a day, or to the day itself; by default, to this week. */
export function calendarStartAnswer(service: PageService, target: Target): Answer {
  const { view, day, asked } = valueOrThrow(parseCalendarStart(target.query, service.rules));
  const { links } = viewOf(service, target);
  const shown = day ?? calendarIn(service.rules.timeZone).dayAt(service.clock.now());
  const addresses: Readonly<Record<typeof view, (links: PageLinks) => string>> = {
    week: (to) => to.week(weekText(weekOf(shown)), asked),
    month: (to) => to.month(monthText(monthOf(shown)), asked),
    day: (to) => to.calendarDay(dateText(shown), asked),
    rooms: (to) => to.calendarRooms(dateText(shown), asked),
    agenda: (to) => to.agenda(day === undefined ? asked : [{ name: 'from', value: dateText(day) }, ...asked]),
  };
  return redirectAnswer(addresses[view](links));
}
