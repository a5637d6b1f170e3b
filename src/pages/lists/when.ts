import type { Talk } from '#catalogue/talk.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { rememberedDate } from '#catalogue/all-day.ts';
import { lastMoment } from '#representations/formatted-time.ts';
import type { Dates } from '../calendar/dates.ts';

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
