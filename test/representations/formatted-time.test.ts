import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { inWords, localTimes, mailDate, previousInWords, zonedTimes } from '#representations/formatted-time.ts';
import { bareTalk } from '../support/catalogue/talk-details.ts';
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

describe('a time in a feed', () => {
  it('has the offset from UTC at that moment', () => {
    const london = zonedTimes('Europe/London');
    assert.deepEqual(london('2015-10-25T00:30:00Z'), {
      date: '2015-10-25',
      clock: '01:30',
      withOffset: '2015-10-25T01:30:00+01:00',
    });
    assert.equal(london('2015-10-25T01:30:00Z').withOffset, '2015-10-25T01:30:00+00:00');
    assert.equal(zonedTimes('America/St_Johns')('2015-01-01T02:00:00Z').withOffset, '2014-12-31T22:30:00-03:30');
  });

  it('is in UTC if its offset or local year cannot be written', () => {
    assert.deepEqual(zonedTimes('Europe/Paris')('1890-01-01T12:00:00Z'), {
      date: '1890-01-01',
      clock: '12:09',
      withOffset: '1890-01-01T12:00:00Z',
    });
    assert.equal(zonedTimes('Asia/Tokyo')('9999-12-31T20:00:00Z').withOffset, '9999-12-31T20:00:00Z');
  });

  it('has the format of dates in mail', () => {
    assert.equal(mailDate('2015-09-01T08:07:06Z'), 'Tue, 01 Sep 2015 08:07:06 GMT');
    assert.equal(mailDate('0999-01-02T00:00:00Z'), 'Wed, 02 Jan 0999 00:00:00 GMT');
  });
});

describe('the time of a talk in words', () => {
  const ZONE = 'Europe/London';
  const TABLE: readonly (readonly [what: string, allDay: boolean, start: string, end: string, words: string])[] = [
    [
      'has one day and two times',
      false,
      ...(['2015-10-06T10:00:00Z', '2015-10-06T11:30:00Z'] as const),
      'Tuesday 6 October 2015, 11:00–12:30 (Europe/London)',
    ],
    [
      'names both days across midnight',
      false,
      ...(['2015-10-06T22:00:00Z', '2015-10-06T23:30:00Z'] as const),
      'Tuesday 6 October 2015, 23:00 – Wednesday 7 October 2015, 00:30 (Europe/London)',
    ],
    [
      'has one time without a duration',
      false,
      ...(['2015-10-06T10:00:00Z', '2015-10-06T10:00:00Z'] as const),
      'Tuesday 6 October 2015, 11:00 (Europe/London)',
    ],
    [
      'names the zones of times that clocks show twice',
      false,
      ...(['2026-10-25T00:30:00Z', '2026-10-25T01:00:00Z'] as const),
      'Sunday 25 October 2026, 01:30 BST–01:00 GMT (Europe/London)',
    ],
    [
      'names the zone of only the time that clocks show twice',
      false,
      ...(['2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z'] as const),
      'Sunday 25 October 2026, 01:30 GMT–02:30 (Europe/London)',
    ],
    [
      'is a date if it is all day',
      true,
      ...(['2027-06-30T23:00:00Z', '2027-07-01T23:00:00Z'] as const),
      'Thursday 1 July 2027',
    ],
    [
      'is from the first to the last day of all, in two months',
      true,
      ...(['2027-10-30T23:00:00Z', '2027-11-05T00:00:00Z'] as const),
      '31 October – 4 November 2027',
    ],
    [
      'is from the first to the last day of all, in one month',
      true,
      ...(['2027-11-01T00:00:00Z', '2027-11-04T00:00:00Z'] as const),
      '1–3 November 2027',
    ],
    [
      'is from the first to the last day of all, in two years',
      true,
      ...(['2027-12-30T00:00:00Z', '2028-01-03T00:00:00Z'] as const),
      '30 December 2027 – 2 January 2028',
    ],
  ];
  for (const [what, allDay, start, end, words] of TABLE) {
    it(what, () => {
      assert.equal(inWords({ allDay, start, end }, ZONE), words);
    });
  }

  it('was on another day or at another time before, unless the day only got hours', () => {
    const before = (previousStart: string, allDay: boolean): string =>
      previousInWords(
        {
          ...bareTalk,
          talk: { ...bareTalk.talk, allDay, start: '2027-07-01T09:00:00Z', end: '2027-07-01T10:00:00Z' },
          history: { ...bareTalk.history, previousStart },
        },
        ZONE,
      );
    assert.equal(before('2027-06-30T09:00:00Z', false), 'Wednesday 30 June 2027, 10:00');
    assert.equal(before('2027-06-30T00:00:01Z', false), 'Wednesday 30 June 2027');
    assert.equal(before('2027-07-01T00:00:01Z', false), '');
    assert.equal(before('2027-07-01T09:00:00Z', false), '');
    assert.equal(before('2027-07-01T09:00:00Z', true), 'Thursday 1 July 2027, 10:00');
  });
});
