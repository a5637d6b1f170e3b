import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Exhausted, recurrenceRule } from '#sources/icalendar/recurrence.ts';
import { LAST, times } from './rule-times.ts';

/** The dates of a rule, without times. */
function days(rule: string, start: string, last = LAST): string {
  return times(rule, `${start}T090000`, { last })
    .map((time) => time.slice(2, 8))
    .join(' ');
}

describe('a recurrence rule', () => {
  // Dates looked up in a calendar by hand.
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
    it(`has the expected dates: ${rule} from ${start}`, () => {
      assert.equal(days(rule, start), expected);
    });
  }

  it('includes its start even if the rule does not match it', () => {
    assert.equal(days('FREQ=WEEKLY;BYDAY=MO;COUNT=3', '20261119'), '261119 261123 261130');
  });

  it('combines BYHOUR and BYMINUTE in chronological order', () => {
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
    it(`is rejected if it is ${rule}`, () => {
      assert.throws(() => recurrenceRule(rule), message);
    });
  }

  // Rules with which other programs loop forever.
  const ENDLESS = [
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31',
    'FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6',
    'FREQ=DAILY;BYSETPOS=5',
  ];
  for (const rule of ENDLESS) {
    it(`ends if it never matches again: ${rule}`, () => {
      assert.deepEqual(times(rule, '20260401T090000', { last: '24001231T000000' }), ['20260401T090000']);
    });
  }

  it('throws Exhausted when its work exceeds the budget', () => {
    const work = 1000;
    assert.throws(() => times('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31', '20260401T090000', { work }), Exhausted);
  });
});
