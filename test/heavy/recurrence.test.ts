import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { LAST, times } from '../sources/icalendar/rule-times.ts';
import { answerOf, withoutPython } from '../support/process/python.ts';

describe('any recurrence rule', { skip: withoutPython('dateutil') }, () => {
  it('gives the same times as dateutil', () => {
    const cases = fc.sample(fc.tuple(ruleText(), startText()), { numRuns: 600, seed: 5545 });
    const script = 'test/sources/icalendar/expand-rules.py';
    const theirs = answerOf('dateutil', [script], JSON.stringify(cases.map(([rule, start]) => [rule, start, LAST])));
    assert.ok(Array.isArray(theirs) && theirs.length === cases.length);
    for (const [index, [rule, start]] of cases.entries()) {
      // dateutil includes the start only if the rule matches it. Lectern always does.
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

/** Without COUNT, because only one of the two counts a start that the rule does not match. */
function ruleText(): fc.Arbitrary<string> {
  const some = (name: string, value: fc.Arbitrary<string | number>, most = 3): fc.Arbitrary<string> =>
    fc
      .option(fc.uniqueArray(value, { minLength: 1, maxLength: most }), { nil: [], freq: 2 })
      .map((values) => (values.length === 0 ? '' : `;${name}=${values.join(',')}`));
  const signed = (most: number): fc.Arbitrary<number> => fc.integer({ min: -most, max: most }).filter((n) => n !== 0);
  const day = fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU');
  // If only some days have a number, dateutil requires a date to match both kinds; RFC 5545 requires either.
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
        // dateutil begins the first week with the start, so BYSETPOS selects other days in it.
        const hasPositions = frequency !== 'WEEKLY' && /;BY(?!HOUR|MINUTE)/.test(rule);
        const positions = hasPositions ? fc.constantFrom('', '', ';BYSETPOS=1', ';BYSETPOS=-1,2') : fc.constant('');
        return positions.map((text) => rule + text);
      }),
  );
}
