import assert from 'node:assert/strict';
import { test } from 'node:test';
import { event, problemsOf } from '../sources/icalendar/read-calendar.ts';
import { aCalendar } from '../support/a-calendar.ts';

test('a calendar is refused when working out its repeating events takes too long', async () => {
  const rule = 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30';
  const never = Array.from({ length: 200 }, (_, i) =>
    event(`UID:${i}`, 'SUMMARY:No', 'DTSTART:00010101T000000Z', rule),
  );
  const problems = await problemsOf(aCalendar(...never));
  assert.equal(problems.at(-1), '1197 RRULE: Working out when it repeats exceeds the limit for a calendar.');
});
