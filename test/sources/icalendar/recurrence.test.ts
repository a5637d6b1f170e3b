import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { calendarTime } from '#sources/icalendar/icalendar-time.ts';
import { Budget, Exhausted, recurrences } from '#sources/icalendar/recurrence.ts';
import { recurrenceRule } from '#sources/icalendar/recurrence-rule.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import { answerOf, withoutPython } from '../../support/python.ts';

const LAST = '20310101T000000';

/** Its times as `yyyymmddThhmmss`, the start among them. */
function times(rule: string, start: string, { last = LAST, work = 10_000_000 } = {}): string[] {
  const wall = (text: string): number => calendarTime(text, undefined).wall;
  const parsed = recurrenceRule(rule);
  const until = Math.min(wall(last), parsed.until?.wall ?? Number.POSITIVE_INFINITY);
  return [...recurrences(parsed, wall(start), until, new Budget(work))].map((time) =>
    timestampOf(time).replaceAll(/[-:Z]/g, ''),
  );
}

/** Dates alone. */
function days(rule: string, start: string, last = LAST): string {
  return times(rule, `${start}T090000`, { last })
    .map((time) => time.slice(2, 8))
    .join(' ');
}

describe('a rule', () => {
  // Days found by hand on a calendar.
  const RULES: readonly (readonly [string, string, string])[] = [
    ['FREQ=DAILY;COUNT=3', '20261230', '261230 261231 270101'],
    ['FREQ=DAILY;INTERVAL=10;UNTIL=20270120T000000', '20261230', '261230 270109 270119'],
    ['FREQ=WEEKLY;COUNT=3', '20261119', '261119 261126 261203'],
    ['FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4', '20261119', '261119 261124 261126 261201'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;COUNT=4;WKST=MO', '20260804', '260804 260809 260818 260823'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;COUNT=4;WKST=SU', '20260804', '260804 260816 260818 260830'],
    ['FREQ=MONTHLY;COUNT=3', '20260131', '260131 260331 260531'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3', '20260131', '260131 260228 260331'],
    ['FREQ=MONTHLY;BYDAY=2FR;COUNT=3', '20261113', '261113 261211 270108'],
    ['FREQ=MONTHLY;BYDAY=-1WE;COUNT=3', '20261125', '261125 261230 270127'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3', '20261030', '261030 261130 261231'],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=3', '20261113', '261113 270813 281013'],
    ['FREQ=YEARLY;COUNT=3', '20240229', '240229 280229'],
    ['FREQ=YEARLY;BYMONTH=1,6;COUNT=4', '20260115', '260115 260615 270115 270615'],
    ['FREQ=YEARLY;BYDAY=20MO;COUNT=2', '20260518', '260518 270517'],
    ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=2', '20260511', '260511 270517'],
    ['FREQ=YEARLY;BYWEEKNO=-1;COUNT=2', '20261228', '261228 271227'],
    ['FREQ=YEARLY;BYYEARDAY=1,-1;COUNT=3', '20260101', '260101 261231 270101'],
    ['FREQ=YEARLY;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8;INTERVAL=4;COUNT=2', '20241105', '241105 281107'],
  ];
  for (const [rule, start, expected] of RULES) {
    it(`${rule} from ${start}`, () => {
      assert.equal(days(rule, start), expected);
    });
  }

  it('has its start first, whether or not it would have it', () => {
    assert.equal(days('FREQ=WEEKLY;BYDAY=MO;COUNT=3', '20261119'), '261119 261123 261130');
  });

  it('has the times of the day that it says, in order', () => {
    assert.deepEqual(times('FREQ=DAILY;BYHOUR=14,9;BYMINUTE=30,0;COUNT=5', '20261119T090000'), [
      '20261119T090000',
      '20261119T093000',
      '20261119T140000',
      '20261119T143000',
      '20261120T090000',
    ]);
  });

  const REFUSED = [
    ['FREQ=SECONDLY', /FREQ=SECONDLY/],
    ['FREQ=HOURLY;INTERVAL=0', /FREQ=HOURLY/],
    ['FREQ=DAILY;INTERVAL=0', /INTERVAL=0/],
    ['COUNT=3', /FREQ=/],
    ['FREQ=WEEKLY;BYDAY=XX', /BYDAY=XX/],
    ['FREQ=MONTHLY;BYMONTHDAY=0', /BYMONTHDAY=0/],
    ['FREQ=MONTHLY;BYMONTHDAY=32', /BYMONTHDAY=32/],
    ['FREQ=YEARLY;UNTIL=20261332', /20261332/],
    ['FREQ=YEARLY;RSCALE=HEBREW', /RSCALE/],
  ] as const;
  for (const [rule, message] of REFUSED) {
    it(`is refused when it is ${rule}`, () => {
      assert.throws(() => recurrenceRule(rule), message);
    });
  }

  // Rules with which other programs never end.
  const ENDLESS = [
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31',
    'FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6',
    'FREQ=DAILY;BYSETPOS=5',
  ];
  for (const rule of ENDLESS) {
    it(`that never comes true again ends: ${rule}`, () => {
      assert.deepEqual(times(rule, '20260401T090000', { last: '99991231T000000' }), ['20260401T090000']);
    });
  }

  it('is given up when it takes more work than there is', () => {
    const work = 1000;
    assert.throws(() => times('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31', '20260401T090000', { work }), Exhausted);
  });
});

describe('any rule', { skip: withoutPython('dateutil') }, () => {
  it('has the times that dateutil finds', () => {
    const cases = fc.sample(fc.tuple(ruleText(), startText()), { numRuns: 600, seed: 5545 });
    const script = 'test/sources/icalendar/expand-rules.py';
    const theirs = answerOf('dateutil', [script], JSON.stringify(cases.map(([rule, start]) => [rule, start, LAST])));
    assert.ok(Array.isArray(theirs) && theirs.length === cases.length);
    for (const [index, [rule, start]] of cases.entries()) {
      // dateutil has the start only if the rule does; the start is then no exception.
      const expected: unknown = theirs[index];
      assert.ok(Array.isArray(expected));
      const ours = times(rule, start);
      assert.deepEqual(expected[0] === start ? ours : ours.slice(1), expected, `${rule} from ${start}`);
    }
  });
});

function startText(): fc.Arbitrary<string> {
  return fc
    .date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2027-12-31T00:00:00Z'), noInvalidDate: true })
    .map((date) => `${date.toISOString().slice(0, 10).replaceAll('-', '')}T093000`);
}

/** Without COUNT, which counts the start in one and not in the other when the rule does not have it. */
function ruleText(): fc.Arbitrary<string> {
  const some = (name: string, value: fc.Arbitrary<string | number>, most = 3): fc.Arbitrary<string> =>
    fc
      .option(fc.uniqueArray(value, { minLength: 1, maxLength: most }), { nil: [], freq: 2 })
      .map((values) => (values.length === 0 ? '' : `;${name}=${values.join(',')}`));
  const signed = (most: number): fc.Arbitrary<number> => fc.integer({ min: -most, max: most }).filter((n) => n !== 0);
  const day = fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU');
  // Of days with a number beside days without, dateutil wants both of a date; RFC 5545 wants either.
  const nthDay = fc.tuple(signed(4), day).map(([nth, name]) => `${nth}${name}`);
  return fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY').chain((frequency) =>
    fc
      .tuple(
        fc.integer({ min: 1, max: 4 }).map((interval) => `;INTERVAL=${interval}`),
        fc.constantFrom('', ';WKST=SU', ';WKST=MO', ';WKST=WE'),
        some('BYMONTH', fc.integer({ min: 1, max: 12 })),
        frequency === 'WEEKLY' ? fc.constant('') : some('BYMONTHDAY', signed(31)),
        frequency === 'YEARLY' ? some('BYYEARDAY', signed(366), 2) : fc.constant(''),
        frequency === 'MONTHLY' || frequency === 'YEARLY'
          ? fc.oneof(some('BYDAY', nthDay), some('BYDAY', day))
          : some('BYDAY', day),
        fc.constantFrom('', '', ';BYHOUR=8,17', ';BYMINUTE=0,45'),
      )
      .chain((parts) => {
        const rule = `FREQ=${frequency}${parts.join('')}`;
        // dateutil lets a first week begin with the start, and so finds others in the first of its places.
        const hasPositions = frequency !== 'WEEKLY' && /;BY(?!HOUR|MINUTE)/.test(rule);
        const positions = hasPositions ? fc.constantFrom('', '', ';BYSETPOS=1', ';BYSETPOS=-1,2') : fc.constant('');
        return positions.map((text) => rule + text);
      }),
  );
}
