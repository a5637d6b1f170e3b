import { rememberedDate } from '#catalogue/all-day.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { isLong } from '#catalogue/talk-traits.ts';
import type { Talk } from '#catalogue/talk.ts';
import { webAddress } from '#representations/feeds/feed-text.ts';
import { lastMoment } from '#representations/formatted-time.ts';
import type { Dates } from '../calendar/dates.ts';
import type { View } from '../frame/view.ts';
import { insert } from '../messages.ts';

type Times = Pick<Talk, 'allDay' | 'start' | 'end'>;

/** When a talk is, in the words of a page. An all-day talk has neither hours nor a time zone. */
export interface When {
  /** For `datetime`: the start, or the first date of an all-day talk. */
  readonly from: string;
  /** `Tuesday 6 October 2015`; of an all-day talk of several days `31 October – 4 November 2027`. */
  readonly day: string;
  /** `Tue 6 Oct`, `31 Oct – 4 Nov`. */
  readonly shortDay: string;
  /** `11:00`; `''` if it is all day. */
  readonly time: string;
  /** `12:30`, or on another day `Wed 7 Oct, 12:30`; `''` without an end, and if it is all day. */
  readonly until: string;
  /** Whether `until` is on the day of the start. */
  readonly isOneDay: boolean;
}

export function whenOf({ allDay, start, end }: Times, dates: Dates): When {
  const first = dates.isoDay(start);
  if (allDay) {
    const last = dates.isoDay(lastMoment({ end }));
    const isOneDay = first === last;
    const day = isOneDay ? dates.longDate(first) : dates.days(first, last);
    const shortDay = isOneDay ? dates.shortDay(start) : dates.shortDays(first, last);
    return { from: first, day, shortDay, time: '', until: '', isOneDay };
  }
  const isOneDay = dates.isoDay(end) === first;
  const ends = isOneDay ? dates.time(end) : `${dates.shortDay(end)}, ${dates.time(end)}`;
  const until = end === start ? '' : ends;
  return {
    from: start,
    day: dates.day(start),
    shortDay: dates.shortDay(start),
    time: dates.time(start),
    until,
    isOneDay,
  };
}

/** When a talk begins: `Tuesday 6 October 2015, 11:00`; of an all-day talk its days. */
export function startText(talk: Times, dates: Dates): string {
  const { day, time } = whenOf(talk, dates);
  return time === '' ? day : `${day}, ${time}`;
}

/** When a talk was to begin before it was moved; `''` if it was not, or an all-day talk only got hours. */
export function previousText({ talk, history: { previousStart } }: TalkDetails, dates: Dates): string {
  if (previousStart === null) return '';
  const date = rememberedDate(previousStart);
  if (date === undefined) return startText({ allDay: false, start: previousStart, end: previousStart }, dates);
  return date === dates.isoDay(talk.start) ? '' : dates.longDate(date);
}

const MILLISECONDS_A_DAY = 86_400_000;

/**
 * `day 2 of 3` for a talk that lasts several days; `''` on its first day, and for talks of one day.
 * @param day `yyyy-mm-dd`
 */
export function dayOfTalk(talk: Talk, day: string, { dates, messages }: Pick<View, 'dates' | 'messages'>): string {
  if (!isLong(talk)) return '';
  const first = Date.parse(dates.isoDay(talk.start));
  const nth = (iso: string): number => (Date.parse(iso) - first) / MILLISECONDS_A_DAY + 1;
  const days = nth(dates.isoDay(lastMoment(talk)));
  const at = nth(day);
  return at < 2 || at > days ? '' : insert(messages.browse.calendar.dayOf, { day: at, days });
}

/**
 * The name of a venue in lists: `Library, Anning Hall`, since many buildings have a library. The building is left out
 * if the name already contains it.
 * @param within the name of the place it is part of; `''` for none
 */
export function venueName(name: string, within: string): string {
  const isSaid = within === '' || name.toLowerCase().includes(within.toLowerCase());
  return isSaid ? name : `${name}, ${within}`;
}

/** The web address to join a talk at: its `onlineUrl`, or else an address given as its place; null if there is none. */
export function joinAddress({ talk, venue }: TalkDetails): string | null {
  const places = [talk.locationDetails, venue?.address ?? '', venue?.name ?? ''].map((place) => place.trim());
  return webAddress(
    [talk.onlineUrl, ...places.filter((place) => ONLY_AN_ADDRESS.test(place))].find((one) => one !== '') ?? '',
  );
}

export function isOnline(details: TalkDetails): boolean {
  return details.talk.onlineUrl !== '' || joinAddress(details) !== null;
}

const ONLY_AN_ADDRESS = /^https?:\/\/\S+$/i;
