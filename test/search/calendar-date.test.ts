import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { calendarIn } from '#search/query/calendar-date.ts';
import { dayOf, readDate } from '#search/query/civil-days.ts';
import { RUNS } from '../support/property-runs.ts';

function day(text: string): number {
  return readDate(text)?.day ?? NaN;
}

function startOfDay(timeZone: string, date: string): string {
  return new Date(calendarIn(timeZone).startOfDay(day(date)) * 1000).toISOString();
}

test('dates have the form yyyy-mm-dd, or the deprecated forms dd/mm/yy and dd/mm/yyyy', () => {
  assert.deepEqual(readDate('2026-02-03'), { day: 20_487, deprecated: false });
  assert.deepEqual(readDate('03/02/26'), { day: 20_487, deprecated: true });
  assert.deepEqual(readDate('03/02/2026'), { day: 20_487, deprecated: true });
});

test('two-digit years mean 1969 to 2068', () => {
  assert.equal(readDate('01/01/68')?.day, day('2068-01-01'));
  assert.equal(readDate('01/01/69')?.day, day('1969-01-01'));
  assert.equal(readDate('31/12/99')?.day, day('1999-12-31'));
  assert.equal(readDate('01/01/00')?.day, day('2000-01-01'));
});

test('malformed and non-existent dates are rejected', () => {
  const texts = ['', '2026-2-3', '2026-02-30', '2026-13-01', '2026-00-10', '2026-01-00', '2025-02-29', '1900-02-29'];
  const others = ['20260203', '2026-02-03T00:00:00Z', '+002026-02-03', '-2026-02-03', ' 2026-02-03', '2026-02-03 '];
  const slashed = ['3/2/26', '31/02/26', '03/02/026', '03/02-26', '03-02-26', 'aa/bb/cc', '2026/02/03', '0x/01/26'];
  for (const text of [...texts, ...others, ...slashed, '２０２６-02-03', '2026-02-0\u0000']) {
    assert.equal(readDate(text), undefined, text);
  }
});

test('day numbers match Temporal for the years 0 to 9999, including invalid dates', () => {
  const property = fc.property(fc.nat(9999), fc.nat(13), fc.nat(32), (year, month, dayOfMonth) => {
    const expected = daysByTemporal(year, month, dayOfMonth);
    assert.equal(dayOf(year, month, dayOfMonth), expected);
  });
  fc.assert(property, { numRuns: RUNS.quick });
});

function daysByTemporal(year: number, month: number, dayOfMonth: number): number | undefined {
  try {
    const date = Temporal.PlainDate.from({ year, month, day: dayOfMonth }, { overflow: 'reject' });
    return new Temporal.PlainDate(1970, 1, 1).until(date).days;
  } catch {
    return undefined;
  }
}

test('a day begins at local midnight in summer and winter', () => {
  assert.equal(startOfDay('Europe/London', '2026-01-19'), '2026-01-19T00:00:00.000Z');
  assert.equal(startOfDay('Europe/London', '2026-07-19'), '2026-07-18T23:00:00.000Z');
  assert.equal(startOfDay('Europe/London', '2026-03-29'), '2026-03-29T00:00:00.000Z');
  assert.equal(startOfDay('Europe/London', '2026-03-30'), '2026-03-29T23:00:00.000Z');
  assert.equal(startOfDay('Asia/Kathmandu', '2026-01-01'), '2025-12-31T18:15:00.000Z');
});

test('a day without a midnight begins at its first local time', () => {
  assert.equal(startOfDay('America/Sao_Paulo', '2018-11-04'), '2018-11-04T03:00:00.000Z');
  // Samoa skipped 30 December 2011.
  assert.equal(startOfDay('Pacific/Apia', '2011-12-30'), startOfDay('Pacific/Apia', '2011-12-31'));
});

test('a day with two midnights begins at the first', () => {
  assert.equal(startOfDay('America/Havana', '2018-11-04'), '2018-11-04T04:00:00.000Z');
});

test('today is the current date in the time zone', () => {
  const now = new Date('2026-06-30T23:30:00Z');
  assert.equal(calendarIn('Europe/London').dayAt(now), day('2026-07-01'));
  assert.equal(calendarIn('America/New_York').dayAt(now), day('2026-06-30'));
  assert.equal(calendarIn('Europe/London').dayAt(new Date('2026-06-30T22:59:59.999Z')), day('2026-06-30'));
  assert.equal(calendarIn('Europe/London').dayAt(new Date('2026-06-30T23:00:00Z')), day('2026-07-01'));
});

test('an unknown time zone throws a RangeError', () => {
  assert.throws(() => calendarIn('Europe/Atlantis'), RangeError);
});
