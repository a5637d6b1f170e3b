import { calendarIn } from '#search/query/calendar-date.ts';

export interface Clock {
  readonly now: () => Date;
  /** When the day after `now` begins in the service's zone: milliseconds since the epoch. */
  readonly nextMidnight: (now: Date) => number;
}

/** The clock of this machine. @param timeZone IANA name */
export function clockIn(timeZone: string): Clock {
  const calendar = calendarIn(timeZone);
  return {
    now: () => new Date(),
    nextMidnight: (now) => calendar.startOfDay(calendar.dayAt(now) + 1) * 1000,
  };
}
