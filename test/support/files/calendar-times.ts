import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';

/** Maximum number of occurrences that are read per event. */
const MOST = 10_000;

/**
 * The starts of all events of a calendar, including recurring ones, in seconds, as ical.js reads them.
 *
 * @param until ISO 8601 time up to which recurrence rules are expanded
 * @param zone time zone of times without one
 * @returns undefined if ical.js cannot read the calendar
 */
export function calendarTimes(text: string, until: string, zone: string): ReadonlySet<number> | undefined {
  try {
    return new Set(startsIn(new ICAL.Component(ICAL.parse(text) as unknown[]), until, zone));
  } catch {
    // For example, if lines are broken without folding.
    return undefined;
  }
}

function* startsIn(calendar: ICAL.Component, until: string, zone: string): Generator<number> {
  for (const part of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(part);
  const own = calendar.getFirstPropertyValue('x-wr-timezone');
  const floating = typeof own === 'string' ? own : zone;
  for (const part of calendar.getAllSubcomponents('vevent')) {
    const event = new ICAL.Event(part);
    const named = part.getFirstProperty('dtstart')?.getFirstParameter('tzid') ?? floating;
    const times = event.isRecurring() ? occurrences(event, until) : [event.startDate];
    for (const time of times) yield moment(time, named);
  }
}

function* occurrences(event: ICAL.Event, until: string): Generator<ICAL.Time> {
  const iterator = event.iterator();
  for (let count = 0; count < MOST; count++) {
    const time = iterator.next() as ICAL.Time | undefined;
    if (time === undefined || time.toString() > until) return;
    yield time;
  }
}

/**
 * Uses the IANA zone of that name, because some calendars define their zones only for a few years. Falls back to
 * ical.js.
 */
function moment(time: ICAL.Time, zone: string): number {
  // Days are dates, which stand for midnights in UTC.
  if (time.isDate) return Date.parse(time.toString()) / 1000;
  if (time.zone === ICAL.Timezone.utcTimezone) return time.toUnixTime();
  try {
    const wall = Temporal.PlainDateTime.from(time.toString());
    return Math.floor(wall.toZonedDateTime(zone).toInstant().epochMilliseconds / 1000);
  } catch {
    return time.toUnixTime();
  }
}
