import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { localTimes } from '#representations/formatted-time.ts';
import { RUNS } from '../support/property-runs.ts';

describe('a formatted time', () => {
  const london = localTimes('Europe/London');

  it('is in the service’s time zone and in English, without leading zeros in the date', () => {
    assert.deepEqual(london('2015-10-06T10:00:00Z'), {
      date: '6 October 2015, 11:00',
      time: '11:00',
      day: 'Tuesday 6 October 2015',
    });
    assert.deepEqual(london('2015-07-31T08:00:00Z'), {
      date: '31 July 2015, 9:00',
      time: '09:00',
      day: 'Friday 31 July 2015',
    });
    assert.deepEqual(london('2015-01-29T18:05:59Z'), {
      date: '29 January 2015, 18:05',
      time: '18:05',
      day: 'Thursday 29 January 2015',
    });
  });

  const cases: readonly (readonly [zone: string, timestamp: string, date: string, why: string])[] = [
    ['Europe/London', '2016-03-27T00:59:59Z', '27 March 2016, 0:59', 'before the clocks go forward'],
    ['Europe/London', '2016-03-27T01:00:00Z', '27 March 2016, 2:00', 'as the clocks go forward'],
    ['Europe/London', '2016-10-30T00:59:00Z', '30 October 2016, 1:59', 'before the clocks go back'],
    ['Europe/London', '2016-10-30T01:00:00Z', '30 October 2016, 1:00', 'as the clocks go back'],
    ['Europe/London', '2015-06-30T23:30:00Z', '1 July 2015, 0:30', 'after midnight in the next month'],
    ['America/New_York', '2016-01-01T04:59:00Z', '31 December 2015, 23:59', 'before midnight in the previous year'],
    ['Asia/Kathmandu', '2020-01-01T00:00:00Z', '1 January 2020, 5:45', 'with an offset of quarter hours'],
    ['Pacific/Apia', '2011-12-30T09:59:00Z', '29 December 2011, 23:59', 'before a skipped day'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', '31 December 2011, 0:00', 'after a skipped day'],
    ['UTC', '2000-02-29T12:00:00Z', '29 February 2000, 12:00', 'on a leap day'],
  ];
  for (const [zone, timestamp, date, why] of cases) {
    it(`${why}: ${timestamp} in ${zone} is ${date}`, () => {
      assert.equal(localTimes(zone)(timestamp).date, date);
    });
  }

  it('agrees with Intl.DateTimeFormat at any time', () => {
    const zones = ['Europe/London', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Tokyo', 'Africa/Casablanca'];
    const own = new Map(zones.map((zone) => [zone, localTimes(zone)]));
    const moment = fc.date({ min: new Date('1975-01-01'), max: new Date('2024-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, fc.constantFrom(...zones), (date, timeZone) => {
        const timestamp = `${date.toISOString().slice(0, 19)}Z`;
        const expected = new Intl.DateTimeFormat('en-GB', {
          timeZone,
          day: 'numeric',
          month: 'long',
          year: 'numeric',
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
          weekday: 'long',
        }).formatToParts(new Date(timestamp));
        const part = (type: string): string => expected.find((one) => one.type === type)?.value ?? '';
        const day = `${part('day')} ${part('month')} ${part('year')}`;
        assert.deepEqual(own.get(timeZone)?.(timestamp), {
          date: `${day}, ${Number(part('hour'))}:${part('minute')}`,
          time: `${part('hour')}:${part('minute')}`,
          day: `${part('weekday')} ${day}`,
        });
      }),
      { numRuns: RUNS.quick },
    );
  });
});
