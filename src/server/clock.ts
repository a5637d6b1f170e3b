import type { TalkIndex } from '#search/index/talk-index.ts';
import { calendarIn } from '#search/query/calendar-date.ts';
import type { DependsOn } from '#search/query/window.ts';

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

/**
 * When a response changes although the catalogue does not: milliseconds since the epoch; undefined: never.
 *
 * @param now what `today` and `now` in the request refer to
 */
export function nextChange(
  { clock, catalogue }: { readonly clock: Clock; readonly catalogue: { readonly index: TalkIndex | undefined } },
  dependsOn: DependsOn,
  now: Date,
): number | undefined {
  if (dependsOn === 'nothing') return undefined;
  const midnight = clock.nextMidnight(now);
  if (dependsOn === 'day') return midnight;
  return Math.min(midnight, (catalogue.index?.nextChange(Math.floor(now.getTime() / 1000)) ?? Infinity) * 1000);
}

/** The same for a page, which always depends on the day: it says which talks are today. */
export function nextPageChange(
  service: Parameters<typeof nextChange>[0],
  dependsOn: DependsOn,
  now: Date,
): number | undefined {
  return nextChange(service, dependsOn === 'nothing' ? 'day' : dependsOn, now);
}
