import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DateOrders } from '#sources/table/date-cells.ts';
import { writtenDate, writtenTime } from '#sources/table/written-date.ts';
import type { WrittenDate } from '#sources/table/written-date.ts';
import { isInQuestion } from '#sources/table/written-day.ts';
import type { CivilDay } from '#sources/table/written-day.ts';
import { durationIn } from '#sources/table/table-times.ts';
import { RUNS } from '../../support/property-runs.ts';

function clock(seconds: number | undefined): string {
  if (seconds === undefined) return '';
  return new Date(seconds * 1000).toISOString().slice(11, 16);
}

function civil({ year, month, day }: CivilDay): string {
  return [year, month, day].map((number) => String(number).padStart(2, '0')).join('-');
}

/** `2026-10-27 17:00-18:00 zone`, with every order of an ambiguous date, or why it is unreadable. */
function shown(written: WrittenDate | string): string {
  if (typeof written === 'string') return written;
  const { day, last, clocks, zone } = written;
  const shownDay = (each: WrittenDate['day']): string | undefined =>
    isInQuestion(each) ? [...each].map(([order, one]) => `${order} ${civil(one)}`).join(' or ') : each && civil(each);
  const days = [shownDay(day), shownDay(last)].filter((each) => each !== undefined).join(' to ');
  const span = clocks && `${clock(clocks.start)}${clocks.end === undefined ? '' : `-${clock(clocks.end)}`}`;
  return [days, span, zone].filter((part) => part !== undefined && part !== '').join(' ');
}

const DATES: readonly (readonly [written: string, read: string])[] = [
  ['2026-10-27', '2026-10-27'],
  ['2026/10/27', '2026-10-27'],
  ['20261027', '2026-10-27'],
  ['20261027T173000', '2026-10-27 17:30'],
  ['2026-10-27T17:00:00.000Z', '2026-10-27 17:00 z'],
  ['2026-10-27 17:15:00-04:00', '2026-10-27 17:15 -04:00'],
  ['2026-10-27 10:00-11:30', '2026-10-27 10:00-11:30'],
  ['2026-10-27 10:00-04:00', '2026-10-27 10:00 -04:00'],
  ['28/09/2024 14:00', 'dmy 2024-09-28 14:00'],
  ['9/28/24 2pm', 'mdy 2024-09-28 14:00'],
  ['28.09.2024', 'dmy 2024-09-28'],
  ['28.09.2024, 14.30 Uhr', 'dmy 2024-09-28 14:30'],
  ['03-04-2026', 'dmy 2026-04-03 or mdy 2026-03-04'],
  ['24/09/28', 'dmy 2028-09-24 or ymd 2024-09-28'],
  ['Tue 03/11/2026', 'dmy 2026-11-03'],
  ['27 October 2026', '2026-10-27'],
  ['Oct 27, 2026 5:00 PM', '2026-10-27 17:00'],
  ['Tuesday, October 27th, 2026 at 5pm BST', '2026-10-27 17:00 bst'],
  ['27-Oct-26', '2026-10-27'],
  ['5pm, 27 Oct 2026', '2026-10-27 17:00'],
  ['27 Oct 2026 2–3:30pm', '2026-10-27 14:00-15:30'],
  ['27 Oct 2026 17:00 (Europe/London)', '2026-10-27 17:00 europe/london'],
  ['27 Oct 2026 17:00 UTC+1', '2026-10-27 17:00 utc+1'],
  ['Tue 27 Oct', '2026-10-27'],
  ['Dienstag, den 27. Oktober 2026, 17:00 Uhr', '2026-10-27 17:00'],
  ['le mardi 27 octobre 2026 à 17h30', '2026-10-27 17:30'],
  ['27 de octubre de 2026 17:00 h', '2026-10-27 17:00'],
  ['12–15 July 2026', '2026-07-12 to 2026-07-15'],
  ['12–15 July', 'no-year'],
  ['Sun 12 – Wed 15 July', '2026-07-12 to 2026-07-15'],
  ['12 - Wed 15 July', '2026-07-12 to 2026-07-15'],
  ['Mon 12 – Wed 15 July 2026', 'other-weekday'],
  ['12th-15th July, 2026', '2026-07-12 to 2026-07-15'],
  ['July 12–15, 2026', '2026-07-12 to 2026-07-15'],
  ['July 12-15', 'no-year'],
  ['12-15 July 26', '2026-07-12 to 2026-07-15'],
  ['15–12 July 2026', 'unreadable'],
  ['12–32 July 2026', 'no-such-day'],
  ['30 June – 2 July 2026', '2026-06-30 to 2026-07-02'],
  ['June 30 to July 2, 2026', '2026-06-30 to 2026-07-02'],
  ['30 December – 2 January 2027', '2026-12-30 to 2027-01-02'],
  ['Dec 30, 2026 – Jan 2, 2027', '2026-12-30 to 2027-01-02'],
  ['12. bis 15. Juli 2026', '2026-07-12 to 2026-07-15'],
  ['vom 12. bis zum 15. Juli 2026', 'unreadable'],
  ['du 12 au 15 juillet 2026', '2026-07-12 to 2026-07-15'],
  ['del 12 al 15 de julio de 2026', '2026-07-12 to 2026-07-15'],
  ['12.–15.07.2026', 'dmy 2026-07-12 to dmy 2026-07-15'],
  ['30.06. – 02.07.2026', 'dmy 2026-06-30 to dmy 2026-07-02'],
  ['12/07/2026 - 15/07/2026', 'dmy 2026-07-12 to dmy 2026-07-15'],
  ['5/6/2026-7/6/2026', 'dmy 2026-06-05 or mdy 2026-05-06 to dmy 2026-06-07 or mdy 2026-07-06'],
  ['2026-07-12 – 2026-07-15', '2026-07-12 to 2026-07-15'],
  ['2026-07-12/2026-07-15', '2026-07-12 to 2026-07-15'],
  ['12–15 July 2026, 10:00–12:00', '2026-07-12 to 2026-07-15 10:00-12:00'],
  ['12 July 2026 10:00 – 15 July 2026 12:00', '2026-07-12 to 2026-07-15 10:00-12:00'],
  ['2026-07-12 10:00 - 2026-07-12 12:00', '2026-07-12 to 2026-07-12 10:00-12:00'],
  ['2026-07-12T10:00Z/2026-07-15T12:00Z', '2026-07-12 to 2026-07-15 10:00-12:00 z'],
  ['12, 15 July', 'unreadable'],
  ['12/15 July', 'unreadable'],
  ['July 12, 15', 'unreadable'],
  ['27 Oct', 'no-year'],
  ['March 2019', 'no-day'],
  ['31/02/2024', 'no-such-day'],
  ['2026-02-30', 'no-such-day'],
  ['Mon 27 October 2026', 'other-weekday'],
  ['27 Oct 2026 25:00', 'no-such-time'],
  ['27-28 Oct 2026', '2026-10-27 to 2026-10-28'],
  ['soon', 'unreadable'],
  ['', 'unreadable'],
];

const TIMES: readonly (readonly [written: string, read: string])[] = [
  ['14:00', '14:00'],
  ['14.30', '14:30'],
  ['1400', '14:00'],
  ['2pm', '14:00'],
  ['5:30 p.m. GMT', '17:30 gmt'],
  ['12am', '00:00'],
  ['14:00–15:30', '14:00-15:30'],
  ['11-1pm', '11:00-13:00'],
  ['de 17h à 18h', '17:00-18:00'],
  ['14.00 – 15.30 Uhr', '14:00-15:30'],
  ['25:00', 'no-such-time'],
  ['14', 'unreadable'],
  ['after lunch', 'unreadable'],
];

describe('a written date', () => {
  for (const [written, read] of DATES) {
    it(`${written || 'an empty text'} gives ${read}`, () => {
      assert.equal(shown(writtenDate(written, 2026)), read);
    });
  }

  it('is refused or has a day or a time, for arbitrary text', () => {
    const piece = fc.oneof(
      fc.constantFrom('27', '2026', '/', '-', '.', ':', ' ', 'Oct', 'Tue', 'pm', '14:00', 'T', 'Z', '+01:00'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        for (const read of [writtenDate(text, 2026), writtenTime(text)]) {
          assert.ok(typeof read === 'string' || read.day !== undefined || read.clocks !== undefined);
        }
      }),
      { numRuns: RUNS.quick },
    );
  });
});

describe('a written time of day', () => {
  for (const [written, read] of TIMES) {
    it(`${written} gives ${read}`, () => {
      assert.equal(shown(writtenTime(written)), read);
    });
  }
});

/** The order inferred from dates on consecutive lines, or the problem. */
function decided(...dates: readonly string[]): string {
  const orders = new DateOrders(2026);
  for (const [index, text] of dates.entries()) {
    const written = writtenDate(text, 2026);
    assert.ok(typeof written !== 'string' && written.day !== undefined, text);
    orders.observe(written.day, text, index + 1);
  }
  const order = orders.decide();
  return typeof order === 'string' ? order : `${order.code} in line ${order.line}`;
}

describe('the date order of a table', () => {
  it('is inferred from a day above 12 on any line', () => {
    assert.equal(decided('03/04/2026', '05/04/2026', '28/09/2026'), 'dmy');
    assert.equal(decided('03/04/2026', '9/28/2026'), 'mdy');
    assert.equal(decided('28/09/24', '03/04/24'), 'dmy');
    assert.equal(decided('26/11/03', 'Sat 26/10/31'), 'ymd');
  });

  it('is inferred from a weekday', () => {
    assert.equal(decided('03/04/2026', 'Tue 03/11/2026'), 'dmy');
  });

  it('is reported as unknown rather than guessed', () => {
    assert.equal(decided('03/03/2026', '03/04/2026'), 'unknown-date-order in line 2');
    assert.equal(decided('03-04-2026'), 'unknown-date-order in line 1');
    assert.equal(decided('03.04.2026'), 'dmy', 'with full stops, it is day.month.year');
  });

  it('does not matter if every date reads the same in all orders', () => {
    assert.equal(decided('03/03/2026', '2026-04-03', '3 April 2026'), 'dmy');
  });

  it('is mixed if two dates cannot share one order', () => {
    assert.equal(decided('28/09/2026', '09/28/2026'), 'mixed');
  });
});

describe('a written duration', () => {
  const LENGTHS = [
    ['90', 'Duration', 5400],
    ['4261.0', 'duration_sec', 4261],
    ['1.5', 'Duration (hours)', 5400],
    ['90 min', 'Duration', 5400],
    ['1h30', 'Duration', 5400],
    ['1:30', 'Duration', 5400],
    ['1.3 hours', 'Duration', 4680],
    ['2 Stunden', 'Dauer', 7200],
    ['a while', 'Duration', undefined],
  ] as const;
  for (const [text, header, seconds] of LENGTHS) {
    it(`${text} under ${header} gives ${seconds ?? 'no'} seconds`, () => {
      assert.equal(durationIn(text, header), seconds);
    });
  }
});
