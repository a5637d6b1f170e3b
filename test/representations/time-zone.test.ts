import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { contentLines } from '#representations/calendar/icalendar-component.ts';
import { FIRST_YEAR, LAST_YEAR, timeZone, vtimezone, yearsOf } from '#representations/calendar/icalendar-time-zone.ts';
import { RUNS } from '../support/property-runs.ts';
import { askPython, noPythonIcalendar } from '../golden/python-icalendar.ts';

/** A zone for every kind of rule. */
const KINDS = [
  'Europe/London', // permanent summer time until 1971
  'Europe/Dublin', // by law, winter time is the exception
  'Africa/Casablanca', // goes back in Ramadan
  'Africa/Cairo', // changes in the night before a Friday, with gaps of years
  'Africa/Monrovia', // 44 minutes and 30 seconds until 1972
  'America/New_York',
  'America/Santiago',
  'America/Sao_Paulo', // no longer changes
  'America/Caracas', // offset by half an hour for some years
  'America/Nuuk',
  'Asia/Gaza',
  'Asia/Kathmandu', // 45 minutes
  'Asia/Kolkata',
  'Asia/Pyongyang',
  'Asia/Tehran',
  'Asia/Tokyo',
  'Australia/Lord_Howe', // changes by half an hour
  'Australia/Melbourne',
  'Europe/Istanbul', // stayed in summer time
  'Europe/Moscow',
  'Pacific/Apia', // skipped a day
  'Pacific/Chatham',
  'Pacific/Kwajalein', // skipped a day
  'UTC',
];
const OTHERS = Intl.supportedValuesOf('timeZone');

/** Seconds ahead of UTC, according to Intl. */
function offsetAt(zone: string, milliseconds: number): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = new Map(format.formatToParts(milliseconds).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? Number.NaN;
  const clock = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return (clock - Math.floor(milliseconds / 1000) * 1000) / 1000;
}

/** The moment that ical.js computes for a local time, in milliseconds. */
function momentOf(zone: ICAL.Timezone, local: string): number {
  const time = ICAL.Time.fromDateTimeString(local);
  time.zone = zone;
  return time.toUnixTime() * 1000;
}

function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

const someMoments = fc.array(
  fc
    .integer({ min: Date.UTC(FIRST_YEAR) / 1000, max: Date.UTC(LAST_YEAR + 1) / 1000 - 1 })
    .map((seconds) => seconds * 1000),
  { minLength: 1, maxLength: 12 },
);

/** The moments, and minutes, hours and a day before and after each change near them. */
function aroundChanges(name: string, moments: readonly number[]): number[] {
  const changes = timeZone(name)
    .periods.map(({ from }) => from * 1000)
    .filter(Number.isFinite);
  const near = moments.flatMap((moment) => changes.filter((change) => Math.abs(change - moment) < 200 * 86_400_000));
  return [
    ...moments,
    ...near.flatMap((change) => [-86_400, -7200, -1800, -1, 0, 1800, 7200, 86_400].map((by) => change + by * 1000)),
  ];
}

describe('a time zone in a calendar', () => {
  it('covers the years that the calendar needs, within its table', () => {
    assert.deepEqual(yearsOf({ first: '2015-10-06T10:00:00Z', last: '2016-01-01T00:00:00Z' }), {
      first: 2014,
      last: 2017,
    });
    assert.deepEqual(yearsOf({ first: '0000-01-01T00:00:00Z', last: '9999-12-31T23:59:59Z' }), {
      first: FIRST_YEAR,
      last: LAST_YEAR,
    });
    assert.deepEqual(yearsOf({ first: '0001-01-01T00:00:00Z', last: '0002-01-01T00:00:00Z' }), {
      first: FIRST_YEAR,
      last: FIRST_YEAR,
    });
    assert.deepEqual(yearsOf(null), { first: LAST_YEAR, last: LAST_YEAR });
  });

  it('has current rules as RRULE, from the year in which they began', () => {
    const london = contentLines(vtimezone(timeZone('europe/london'), { first: 2025, last: 2027 }));
    assert.equal(
      london,
      [
        'BEGIN:VTIMEZONE',
        'TZID:Europe/London',
        'BEGIN:DAYLIGHT',
        'DTSTART:19810329T010000',
        'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
        'TZOFFSETFROM:+0000',
        'TZOFFSETTO:+0100',
        'TZNAME:BST',
        'END:DAYLIGHT',
        'BEGIN:STANDARD',
        'DTSTART:19961027T020000',
        'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
        'TZOFFSETFROM:+0100',
        'TZOFFSETTO:+0000',
        'TZNAME:GMT',
        'END:STANDARD',
        'END:VTIMEZONE',
        '',
      ].join('\r\n'),
    );
    assert.equal(
      contentLines(vtimezone(timeZone('Europe/London'), { first: 1999, last: 2001 })),
      london,
      'for other years',
    );
  });

  it('has one STANDARD component if it does not change in those years', () => {
    assert.equal(
      contentLines(vtimezone(timeZone('Asia/Kolkata'), { first: 2020, last: 2022 })),
      'BEGIN:VTIMEZONE\r\nTZID:Asia/Kolkata\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0530\r\n' +
        'TZOFFSETTO:+0530\r\nTZNAME:+0530\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n',
    );
  });

  it('calls summer time DAYLIGHT in both hemispheres and in Ireland', () => {
    const kinds = (zone: string): string[] =>
      vtimezone(timeZone(zone), { first: 2025, last: 2026 }).components.map(({ name, properties }) => {
        const month = properties.find((property) => property.name === 'RRULE')?.value;
        return `${name} ${month?.type === 'recur' ? String(month.rule.bymonth) : ''}`;
      });
    assert.deepEqual(kinds('Europe/Dublin').sort(), ['DAYLIGHT 3', 'STANDARD 10']);
    assert.deepEqual(kinds('Australia/Melbourne').sort(), ['DAYLIGHT 10', 'STANDARD 4']);
  });

  it('has at most four components per year', () => {
    for (const name of KINDS) {
      const { components } = vtimezone(timeZone(name), { first: FIRST_YEAR, last: LAST_YEAR });
      assert.ok(components.length >= 1 && components.length <= 4 * (LAST_YEAR - FIRST_YEAR + 1), name);
    }
  });

  it('is UTC under any of the names of UTC', () => {
    for (const name of ['UTC', 'Etc/UTC', 'Etc/GMT', 'GMT', 'Zulu', 'Etc/Universal', 'etc/gmt+0']) {
      assert.equal(timeZone(name).isUtc, true, name);
      assert.equal(timeZone(name).name, 'UTC');
    }
    assert.equal(timeZone('Africa/Abidjan').isUtc, false);
    assert.equal(timeZone('Europe/London').isUtc, false);
  });

  it('has no local time that is ambiguous or outside its table', () => {
    const london = timeZone('Europe/London');
    assert.equal(london.unmistakable('2026-10-24T23:59:59Z'), '2026-10-25T00:59:59');
    assert.equal(london.unmistakable('2026-10-25T00:00:00Z'), null, 'one o’clock repeats');
    assert.equal(london.unmistakable('2026-10-25T01:59:59Z'), null, 'the hour is a repetition');
    assert.equal(london.unmistakable('2026-10-25T02:00:00Z'), '2026-10-25T02:00:00');
    assert.equal(london.unmistakable('2026-03-29T00:59:59Z'), '2026-03-29T00:59:59');
    assert.equal(london.unmistakable('2026-03-29T01:00:00Z'), '2026-03-29T02:00:00');
    assert.equal(london.unmistakable('1969-12-31T22:59:59Z'), null, 'before the table');
    assert.equal(london.unmistakable('1969-12-31T23:00:00Z'), '1970-01-01T00:00:00');
    assert.equal(london.unmistakable('2037-12-31T23:59:59Z'), '2037-12-31T23:59:59');
    assert.equal(london.unmistakable('2038-01-01T00:00:00Z'), null, 'after the table');
    assert.equal(timeZone('Africa/Monrovia').unmistakable('1971-06-01T00:00:00Z'), null, 'half a minute off');
  });
});

describe('a time zone in ical.js', () => {
  const check = (name: string, moments: readonly number[]): void => {
    const zone = timeZone(name);
    const span = { first: timestamp(Math.min(...moments)), last: timestamp(Math.max(...moments)) };
    const read = new ICAL.Timezone(ICAL.Component.fromString(contentLines(vtimezone(zone, yearsOf(span)))));
    for (const moment of aroundChanges(name, moments)) {
      const local = zone.unmistakable(timestamp(moment));
      if (local === null) continue;
      const offset = offsetAt(name, moment);
      assert.equal(`${local}Z`, timestamp(moment + offset * 1000), `${name} at ${timestamp(moment)}`);
      assert.equal(timestamp(momentOf(read, local)), timestamp(moment), `${local} in ${name}`);
    }
  };

  for (const name of KINDS) {
    it(`${name} matches Intl around every change`, () => {
      for (let year = FIRST_YEAR; year <= LAST_YEAR; year += 4) check(name, [Date.UTC(year, 6), Date.UTC(year + 1, 6)]);
    });
  }

  it('matches Intl for any zone and years', () => {
    fc.assert(
      fc.property(fc.constantFrom(...OTHERS), someMoments, (name, moments) => {
        check(name, moments);
      }),
      { numRuns: RUNS.slow },
    );
  });
});

describe('a time zone in python3-icalendar', { skip: noPythonIcalendar }, () => {
  it('matches Intl around every change', () => {
    const asked = KINDS.flatMap((name) =>
      [1970, 1994, 2016].map((year) => {
        const from = Date.UTC(year);
        const to = Date.UTC(year + 21);
        const changes = timeZone(name).periods.map((period) => period.from * 1000);
        const moments = changes
          .filter((change) => change > from && change < to)
          .flatMap((change) => [change - 1000, change, change + 86_400_000]);
        const span = { first: timestamp(from), last: timestamp(to) };
        const zone = contentLines(vtimezone(timeZone(name), yearsOf(span)));
        // python3-icalendar rounds offsets to minutes.
        return {
          name,
          zone,
          moments: [from + 2_592_000_000, ...moments, to].filter((at) => offsetAt(name, at) % 60 === 0),
        };
      }),
    );
    const input = asked.map(({ zone, moments }) => ({
      zone,
      moments: moments.map((at) => timestamp(at).slice(0, -1)),
    }));
    const answer = askPython('read-zone.py', JSON.stringify(input));
    const expected = asked.map(({ name, moments }) => moments.map((at) => offsetAt(name, at)));
    assert.ok(expected.flat().length > 1000);
    assert.deepEqual(answer, expected);
  });
});
