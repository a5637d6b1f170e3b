import { badTime, endOr, laterBy } from '../findings.ts';
import { noteClock, noteNoEnd } from '../notes.ts';
import { isoDuration, isoTime } from '../iso-time.ts';
import type { WrittenTime } from '../iso-time.ts';
import type { Thing } from './schema-org-graph.ts';
import { scheduledTimes } from './schema-org-schedule.ts';
import type { EventTime, TimeContext } from './schema-org-schedule.ts';
import { UTC, ianaZone } from '../wall-clock.ts';
import type { Zone } from '../wall-clock.ts';

/** Times of an event: one, or those of its schedules; none if it gives no time. @throws BadEntry */
export function eventTimes(event: Thing, context: TimeContext): EventTime[] {
  const { options, notes, mend } = context;
  const zone = ianaZone(options.zone) ?? UTC;
  const [written = '', ...others] = new Set(event.texts('startDate'));
  if (written === '') return scheduledTimes(event, context);
  if (others.length > 0) notes.add('with several starts: the first is used');
  const start = timeOf(written, 'startDate', zone);
  noteClock(notes, start);
  const end = endOr(withoutEnd(event, written, start, zone), mend, () => endOf(event, written, start, zone));
  if (end === undefined) noteNoEnd(notes);
  return [{ id: '', start: start.at, end: end ?? start.at, clock: start.clock, zone: start.zone }];
}

/** End from `endDate`, or from `duration`. Days last until midnight. */
function endOf(event: Thing, written: string, start: WrittenTime, zone: Zone): string | undefined {
  const end = event.text('endDate');
  const isDay = start.clock === 'all-day';
  if (end !== '') {
    const time = timeOf(end, 'endDate', zone);
    if (time.clock !== 'all-day') return time.at;
    // The same day without a time of day does not tell the end.
    if (!isDay && end.slice(0, 10) === written.slice(0, 10)) return lasting(event, start);
    return endOfDay(end, zone);
  }
  return withoutEnd(event, written, start, zone);
}

function withoutEnd(event: Thing, written: string, start: WrittenTime, zone: Zone): string | undefined {
  return lasting(event, start) ?? (start.clock === 'all-day' ? endOfDay(written, zone) : undefined);
}

function lasting(event: Thing, { at }: WrittenTime): string | undefined {
  const seconds = isoDuration(event.text('duration'));
  return seconds === undefined ? undefined : laterBy(at, seconds);
}

function endOfDay(day: string, zone: Zone): string | undefined {
  return isoTime(`${day.trim()}T24:00`, zone)?.at;
}

function timeOf(text: string, where: string, zone: Zone): WrittenTime {
  const time = isoTime(text, zone);
  if (time !== undefined) return time;
  throw badTime(where, text, 'Write it as 2026-10-27T17:00:00+01:00.');
}
