import { gunzipSync } from 'node:zlib';
import { Temporal } from 'temporal-polyfill';

/**
 * The times that a file mentions, in seconds, in any format: ISO 8601 dates and times that are joined or close
 * together, with an offset or in any time zone that the file names. A date without a time means midnight, also in UTC.
 */
export function writtenTimes(bytes: Buffer, zone: string): ReadonlySet<number> {
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
  const zones = zonesIn(text, zone);
  const times = new Set<number>();
  for (const { index, groups = {} } of text.matchAll(DATE)) {
    const { year = '', month = '', day = '', clock, offset = '' } = groups;
    const date = `${year}-${month}-${day}`;
    const time = clock ?? TIME.exec(text.slice(index + date.length, index + NEAR))?.[1];
    if (time === undefined) for (const midnight of momentsOf(`${date}T00:00`, '', ['UTC'])) times.add(midnight);
    for (const moment of momentsOf(`${date}T${withColons(time ?? '00:00')}`, offset, zones)) times.add(moment);
  }
  return times;
}

const DATE =
  /(?<!\d)(?<year>\d{4})(-?)(?<month>\d\d)\2(?<day>\d\d)(?:[T ](?<clock>\d\d:?\d\d(?::?\d\d)?)(?:\.\d+)?(?<offset>Z|[+-]\d\d(?::?\d\d)?)?)?(?!\d)/g;
/** A time in a different member, cell or attribute from its date. */
const TIME = /(?<!\d)(\d\d:\d\d(?::\d\d)?)(?!\d)/;
/** Maximum characters from the start of a date to its time. */
const NEAR = 80;
const ZONE =
  /\b(?:Africa|America|Asia|Atlantic|Australia|Europe|Indian|Pacific|US)\/[A-Z][A-Za-z_]+(?:\/[A-Z][A-Za-z_]+)?\b/g;

function withColons(clock: string): string {
  return clock.includes(':') ? clock : clock.replace(/(\d\d)(?=\d)/g, '$1:');
}

function zonesIn(text: string, zone: string): readonly string[] {
  const named = new Set([zone, ...[...text.matchAll(ZONE)].map(([name]) => name)]);
  return [...named].filter((name) => {
    try {
      return Temporal.ZonedDateTime.from(`2027-01-01T00:00[${name}]`).timeZoneId !== '';
    } catch {
      return false;
    }
  });
}

function momentsOf(local: string, offset: string, zones: readonly string[]): readonly number[] {
  try {
    if (offset !== '') return [seconds(Temporal.Instant.from(local + offset))];
    const wall = Temporal.PlainDateTime.from(local, { overflow: 'reject' });
    return zones.map((zone) => seconds(wall.toZonedDateTime(zone).toInstant()));
  } catch {
    // Not a valid date.
    return [];
  }
}

function seconds(instant: Temporal.Instant): number {
  return Math.floor(instant.epochMilliseconds / 1000);
}
