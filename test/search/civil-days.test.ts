import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import {
  dateText,
  daysOf,
  monthAfter,
  monthOf,
  monthText,
  readMonth,
  readWeek,
  weekAfter,
  weekdayOf,
  weekOf,
  weeksOf,
  weekText,
} from '#search/query/civil-days.ts';

/** Days of the years 1000 to 9998. */
const anyDay = fc.integer({ min: -354_285, max: 2_932_531 });

function dateOf(day: number): Temporal.PlainDate {
  return new Temporal.PlainDate(1970, 1, 1).add({ days: day });
}

describe('a day', () => {
  it('has the same date, weekday, month and ISO week as in Temporal', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const date = dateOf(day);
        const { yearOfWeek, weekOfYear } = date;
        assert.equal(dateText(day), date.toString());
        assert.equal(weekdayOf(day), date.dayOfWeek - 1);
        assert.deepEqual(monthOf(day), { year: date.year, month: date.month });
        assert.deepEqual(weekOf(day), { year: yearOfWeek, week: weekOfYear });
      }),
    );
  });
});

describe('a month as weeks', () => {
  it('begins on a Monday, ends on a Sunday and contains each of its days once', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const month = monthOf(day);
        const weeks = weeksOf(month);
        const days = weeks.flat();
        assert.ok(weeks.every((week) => week.length === 7 && weekdayOf(week[0] ?? 0) === 0));
        assert.deepEqual(
          days.map((one) => one - (days[0] ?? 0)),
          days.map((_, index) => index),
        );
        const inside = days.filter((one) => monthText(monthOf(one)) === monthText(month));
        assert.deepEqual(
          inside.map((one) => dateOf(one).day),
          Array.from({ length: dateOf(day).daysInMonth }, (_, at) => at + 1),
        );
        assert.ok((weeks[0] ?? []).some((one) => dateOf(one).day === 1));
        assert.ok((weeks.at(-1) ?? []).some((one) => monthText(monthOf(one)) === monthText(month)));
      }),
    );
  });

  it('has four weeks for February 2021 and six for August 2026', () => {
    assert.equal(weeksOf({ year: 2021, month: 2 }).length, 4);
    assert.equal(weeksOf({ year: 2026, month: 8 }).length, 6);
  });
});

describe('the address of a month', () => {
  it('is read and written as yyyy-mm', () => {
    assert.deepEqual(readMonth('2026-11'), { year: 2026, month: 11 });
    assert.equal(monthText({ year: 2026, month: 3 }), '2026-03');
  });

  it('is rejected if malformed or outside the years 1000 to 9998', () => {
    for (const text of [
      '',
      '2026',
      '2026-1',
      '2026-00',
      '2026-13',
      '26-01',
      '2026-011',
      '2026-1a',
      '0999-01',
      '9999-01',
    ])
      assert.equal(readMonth(text), undefined, text);
  });

  it('leads to the months before and after, within the years 1000 to 9998', () => {
    assert.deepEqual(monthAfter({ year: 2026, month: 12 }, 1), { year: 2027, month: 1 });
    assert.deepEqual(monthAfter({ year: 2026, month: 1 }, -1), { year: 2025, month: 12 });
    assert.equal(monthAfter({ year: 9998, month: 12 }, 1), undefined);
    assert.equal(monthAfter({ year: 1000, month: 1 }, -1), undefined);
  });
});

describe('the address of a week', () => {
  it('is read and written as yyyy-Www and gives its days from Monday', () => {
    assert.deepEqual(readWeek('2026-W01'), { year: 2026, week: 1 });
    assert.equal(weekText({ year: 2026, week: 1 }), '2026-W01');
    assert.deepEqual(daysOf({ year: 2026, week: 1 }).map(dateText), [
      '2025-12-29',
      '2025-12-30',
      '2025-12-31',
      '2026-01-01',
      '2026-01-02',
      '2026-01-03',
      '2026-01-04',
    ]);
  });

  it('is rejected if malformed, or for week 53 of a year with 52 weeks', () => {
    assert.deepEqual(readWeek('2026-W53'), { year: 2026, week: 53 });
    assert.equal(readWeek('2025-W53'), undefined);
    for (const text of ['2026-W00', '2026-W54', '2026-W1', '2026-w01', '2026W01', '2026-W011', '9999-W01'])
      assert.equal(readWeek(text), undefined, text);
  });

  it('leads to the weeks before and after, up to the year 9998', () => {
    assert.deepEqual(weekAfter({ year: 2026, week: 53 }, 1), { year: 2027, week: 1 });
    assert.deepEqual(weekAfter({ year: 2026, week: 1 }, -1), { year: 2025, week: 52 });
    assert.equal(weekAfter(weekOf(2_932_531), 1), undefined);
  });
});
