import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  areDays,
  datesOnWall,
  daysOf,
  latestTimes,
  rememberedDate,
  rememberedStart,
  secondsInZone,
  timesOfDays,
  withDates,
  withMidnights,
} from '#catalogue/all-day.ts';
import { secondsOf, timestampOf } from '#catalogue/timestamp.ts';
import { ianaZone } from '#sources/wall-clock.ts';
import { calendarIn } from '#search/query/calendar-date.ts';

/** Zones from the easternmost to the westernmost, and 31 October to 4 November 2027 there, around a change of clocks. */
const ZONES = [
  ['Pacific/Tongatapu', '2027-10-30T11:00:00Z', '2027-11-04T11:00:00Z'],
  ['Pacific/Chatham', '2027-10-30T10:15:00Z', '2027-11-04T10:15:00Z'],
  ['Pacific/Auckland', '2027-10-30T11:00:00Z', '2027-11-04T11:00:00Z'],
  ['Asia/Kathmandu', '2027-10-30T18:15:00Z', '2027-11-04T18:15:00Z'],
  ['Europe/Berlin', '2027-10-30T22:00:00Z', '2027-11-04T23:00:00Z'],
  ['Europe/London', '2027-10-30T23:00:00Z', '2027-11-05T00:00:00Z'],
  ['UTC', '2027-10-31T00:00:00Z', '2027-11-05T00:00:00Z'],
  ['America/New_York', '2027-10-31T04:00:00Z', '2027-11-05T04:00:00Z'],
  ['Pacific/Honolulu', '2027-10-31T10:00:00Z', '2027-11-05T10:00:00Z'],
] as const;

const STORED = { allDay: true, start: '2027-10-31T00:00:00Z', end: '2027-11-05T00:00:00Z' };

describe('the days of an all-day talk', () => {
  for (const [zone, start, end] of ZONES) {
    it(`are the same dates from and to the midnights of ${zone}`, () => {
      assert.deepEqual(withDates({ allDay: true, start, end }), STORED);
      const published = withMidnights(STORED, calendarIn(zone));
      assert.deepEqual(published, { allDay: true, start, end });
      assert.deepEqual(withDates(published), STORED);
    });
  }

  it('are midnights in the index, too', () => {
    const length = secondsOf(STORED.end) - secondsOf(STORED.start);
    const indexed = secondsInZone({ start: secondsOf(STORED.start), length }, calendarIn('Europe/London'));
    assert.equal(timestampOf(indexed.start), '2027-10-30T23:00:00Z');
    assert.equal(timestampOf(indexed.start + indexed.length), '2027-11-05T00:00:00Z');
  });

  it('are one day without an end', () => {
    const start = '2027-06-30T23:00:00Z';
    const dates = { allDay: true, start: '2027-07-01T00:00:00Z', end: '2027-07-02T00:00:00Z' };
    assert.deepEqual(withDates({ allDay: true, start, end: start }), dates);
  });

  it('are as they were on the first and the last date there is', () => {
    const last = { allDay: true, start: '9999-12-31T00:00:00Z', end: '9999-12-31T23:59:59Z' };
    assert.deepEqual(withMidnights(withDates(last), calendarIn('Pacific/Honolulu')).end, '9999-12-31T23:59:59Z');
    const first = { allDay: true, start: '0000-01-01T00:00:00Z', end: '0000-01-02T00:00:00Z' };
    assert.equal(withMidnights(withDates(first), calendarIn('Europe/Berlin')).start, '0000-01-01T00:00:00Z');
    const day = timesOfDays('9999-12-31', '9999-12-31');
    assert.deepEqual(daysOf(day), ['9999-12-31', '9999-12-31']);
    assert.deepEqual(
      datesOnWall(day, (seconds) => seconds),
      { start: day.start, end: day.end },
    );
  });

  it('are those of a source whose clocks change at midnight', () => {
    const cairo = ianaZone('Africa/Cairo');
    assert.ok(cairo !== undefined);
    const on = (day: string): string => timestampOf(cairo.toUtc(secondsOf(`${day}T00:00:00Z`)));
    for (const [day, next] of [
      ['2027-04-29', '2027-04-30'],
      ['2027-04-30', '2027-05-01'],
      ['2027-10-28', '2027-10-29'],
    ] as const) {
      const dates = { start: `${day}T00:00:00Z`, end: `${next}T00:00:00Z` };
      assert.deepEqual(
        datesOnWall({ start: on(day), end: on(next) }, (seconds) => cairo.toWall(seconds)),
        dates,
      );
      assert.deepEqual(
        datesOnWall({ start: on(day), end: on(day) }, (seconds) => cairo.toWall(seconds)),
        dates,
      );
    }
  });

  it('are over when they are over everywhere', () => {
    assert.deepEqual(latestTimes(STORED), { start: '2027-10-31T12:00:00Z', end: '2027-11-05T12:00:00Z' });
    const { start, end } = STORED;
    assert.deepEqual(latestTimes({ ...STORED, allDay: false }), { start, end });
  });

  it('leave talks with hours alone', () => {
    const talk = { allDay: false, start: '2027-10-31T23:00:00Z', end: '2027-11-01T23:00:00Z' };
    assert.equal(withDates(talk), talk);
    assert.equal(withMidnights(talk, calendarIn('America/New_York')), talk);
  });

  it('can only be whole days', () => {
    assert.equal(areDays('2027-10-30T23:00:00Z', '2027-11-05T00:00:00Z'), true);
    assert.equal(areDays('2027-10-31T04:00:00Z', '2027-10-31T04:00:00Z'), true);
    assert.equal(areDays('2027-10-31T09:00:00Z', '2027-10-31T17:00:00Z'), false);
    assert.equal(areDays('2027-10-31T09:00:00Z', '2027-11-02T17:00:00Z'), false);
    assert.equal(areDays('2027-01-18T14:00:00Z', '2027-01-18T16:00:00Z'), false);
    assert.equal(areDays('2027-01-18T14:00:00Z', '2027-01-19T11:00:00Z'), true);
    assert.equal(areDays('2027-01-18T14:10:00Z', '2027-01-19T14:10:00Z'), false);
  });
});

describe('the previous start of a talk', () => {
  it('is a date if it was an all-day talk', () => {
    assert.equal(rememberedDate(rememberedStart(STORED)), '2027-10-31');
    assert.equal(rememberedDate(rememberedStart({ ...STORED, allDay: false })), undefined);
  });
});
