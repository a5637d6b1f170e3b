import type { Talk } from '#catalogue/talk.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import { oneLine } from '#representations/feeds/feed-text.ts';
import { absolutePageLinks } from '#representations/links/page-links.ts';
import type { NamedValue } from '#search/query/request.ts';
import type { CalendarTalk } from '../calendar/calendar-talks.ts';
import type { View } from '../frame/view.ts';
import { joinAddress, venueName, whenOf } from '../lists/when-and-where.ts';
import { insert } from '../messages.ts';
import { titleText } from '../prose/title.ts';

/** The talks of the coming days, for mail. */
export interface DigestContent {
  /** Names of what the talks belong to: a department, a series, …; empty for all talks. */
  readonly subjects: readonly string[];
  /** The first and the last day: `2026-11-23`. */
  readonly from: string;
  readonly to: string;
  /** In order of start. */
  readonly talks: readonly DigestTalk[];
  /** The number of all talks; `talks` has the first ones. */
  readonly total: number;
  /** The search, as a canonical query without its days. */
  readonly asked: readonly NamedValue[];
  /** Undefined if there was no digest before. */
  readonly changes: DigestChanges | undefined;
  /** Address to unsubscribe at; null if none is set. */
  readonly unsubscribe: string | null;
}

export interface DigestTalk extends CalendarTalk {
  /** Whether it began before the first day, and goes on. */
  readonly isOngoing: boolean;
  /** The change since the last digest; undefined if there is no change, or no last digest. */
  readonly change: AnnouncedChange | undefined;
}

export type AnnouncedChange =
  | { readonly kind: 'new' | 'cancelled' }
  /** The previous time, and the previous place, if they have changed. */
  | { readonly kind: 'moved'; readonly time: AnnouncedTime | undefined; readonly place: string | undefined };

/** When a talk was announced for. */
export interface AnnouncedTime {
  readonly start: Timestamp;
  readonly allDay?: boolean;
}

export interface DigestChanges {
  /** When the last digest was made. */
  readonly since: Timestamp;
  readonly added: number;
  readonly moved: number;
  readonly cancelled: number;
  /** Talks that were announced for these days, and no longer take place on them. */
  readonly gone: readonly DroppedTalk[];
}

export interface DroppedTalk {
  readonly title: string;
  readonly time: AnnouncedTime;
  /** Its time now; null if the talk no longer exists. */
  readonly now: AnnouncedTime | null;
}

/** Maximum characters: titles and names may be of any length, but a message may not. */
export const LONGEST_TITLE = 300;

const LONGEST_LINE = 200;

const MAX_SPEAKERS = 12;

/** The texts about a talk, each on one line; `''` for none. */
export interface TalkTexts {
  readonly address: string;
  readonly title: string;
  /** `11:00–12:30`; with the last day if it is another one. */
  readonly when: string;
  readonly who: string;
  readonly where: string;
  readonly series: string;
  /** The special message. */
  readonly note: string;
  readonly join: string | null;
  /** `Cancelled`, `New`, …; empty for most. */
  readonly flag: string;
  /** What it was before; empty if nothing has changed. */
  readonly before: string;
  readonly isCancelled: boolean;
}

export function digestTitle(
  { subjects, from, to }: Pick<DigestContent, 'subjects' | 'from' | 'to'>,
  view: View,
): string {
  const { brand, dates, messages } = view;
  const subject =
    subjects.length === 0 ? brand.name : subjects.map((one) => cut(titleText(one), LONGEST_LINE)).join(' · ');
  return from === to
    ? insert(messages.digest.titleDay, { subject, day: dates.longDate(from) })
    : insert(messages.digest.title, { subject, from: dates.dayAndMonth(from), to: dates.dayAndMonth(to) });
}

/** The talks on the web: those of these days, and the search that finds later ones too. */
export function digestLinks(
  { asked, from, to }: Pick<DigestContent, 'asked' | 'from' | 'to'>,
  { publication, language, languageInAddress }: View,
): { readonly web: string; readonly follow: string } {
  const links = absolutePageLinks(publication, languageInAddress ? language : null);
  const days = [
    { name: 'from', value: from },
    { name: 'to', value: to },
  ];
  return { web: links.search([...asked, ...days]), follow: links.search(asked) };
}

export function talkTexts({ details, venueAround, change, isOngoing }: DigestTalk, view: View): TalkTexts {
  const { talk, speakers, venue, series } = details;
  const { messages, publication, language, languageInAddress } = view;
  const places = [venue === null ? '' : venueName(venue.name, venueAround), talk.locationDetails];
  const isCancelled = talk.status === 'cancelled';
  const people = speakers.slice(0, MAX_SPEAKERS).map(({ name }) => name);
  const more = speakers.length - people.length;
  if (more > 0) people.push(messages.talk.who.more(more));
  const various = talk.variousSpeakers ? messages.talk.who.various : '';
  return {
    address: absolutePageLinks(publication, languageInAddress ? language : null).talk(talk.slug),
    title: cut(titleText(talk.title), LONGEST_TITLE),
    when: spanOf(talk, isOngoing, view),
    who: people.length === 0 ? various : cut(people.join(', '), 2 * LONGEST_LINE),
    where: cut(places.filter((place) => place !== '').join(', '), LONGEST_LINE),
    series: series === null ? '' : cut(titleText(series.title), LONGEST_LINE),
    note: cut(talk.specialMessage, LONGEST_LINE),
    join: isCancelled ? null : joinAddress(details),
    flag: flagOf(change?.kind, isCancelled, view),
    before: change?.kind === 'moved' ? beforeOf(change, view) : '',
    isCancelled,
  };
}

/** The talks under their headings: those that go on from before the first day, then those of each day. */
export function digestDays(
  { talks }: Pick<DigestContent, 'talks'>,
  { dates, messages }: View,
): (readonly [heading: string, talks: readonly DigestTalk[]])[] {
  const headingOf = ({ details, isOngoing }: DigestTalk): string =>
    isOngoing ? messages.digest.ongoing : dayHeading(dates.isoDay(details.talk.start), dates);
  return [...Map.groupBy(talks, headingOf)];
}

/** `Tuesday 24 November 2026 · Week 7, Michaelmas` */
function dayHeading(day: string, dates: View['dates']): string {
  const week = dates.termWeek(day);
  return dates.longDate(day) + (week === '' ? '' : ` · ${week}`);
}

/** `2 new talks, 1 moved`; empty if nothing has changed among them. */
export function changesInWords({ added, moved, cancelled }: DigestChanges, { messages }: View): string {
  const { digest } = messages;
  return [
    added > 0 ? digest.added(added) : '',
    moved > 0 ? digest.changed(moved) : '',
    cancelled > 0 ? digest.cancelled(cancelled) : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** `23 November, 11:00`; with the year if it is not the current one. */
export function moment({ start, allDay }: AnnouncedTime, { dates, now }: View): string {
  const day = dates.isoDay(start);
  const isThisYear = day.startsWith(dates.isoDay(now.toISOString()).slice(0, 5));
  const said = isThisYear ? dates.dayAndMonth(day) : dates.date(day);
  return allDay === true ? said : `${said}, ${dates.time(start)}`;
}

/** Below the heading of its day, unless it is ongoing. */
function spanOf(talk: Talk, isOngoing: boolean, { dates, messages }: View): string {
  const { day, shortDay, time, until, isOneDay } = whenOf(talk, dates);
  if (talk.allDay) return isOneDay ? messages.list.allDay : day;
  const from = isOngoing ? `${shortDay}, ${time}` : time;
  if (until === '') return from;
  return isOneDay ? `${from}–${until}` : `${from} – ${until}`;
}

function flagOf(change: string | undefined, isCancelled: boolean, { messages }: View): string {
  if (isCancelled) return messages.list.cancelled;
  if (change === 'moved') return messages.digest.moved;
  return change === 'new' ? messages.digest.new : '';
}

function beforeOf({ time, place }: Extract<AnnouncedChange, { kind: 'moved' }>, view: View): string {
  const parts = [time === undefined ? '' : moment(time, view), place === undefined ? '' : cut(place, LONGEST_LINE)];
  const before = parts.filter((part) => part !== '').join(', ');
  return insert(view.messages.digest.movedFrom, { before });
}

/** Puts catalogue text on one line, and cuts it if it is too long. */
export function cut(text: string, longest: number): string {
  const line = oneLine(text);
  return line.length > longest ? `${oneLine(line.slice(0, longest)).replace(/\p{Surrogate}$/u, '')}…` : line;
}
