import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readIcalendar } from '#sources/icalendar/icalendar.ts';
import { event } from '../sources/icalendar/read-calendar.ts';
import { aCalendar } from '../support/sources/a-calendar.ts';
import { readSource } from '../support/sources/read-source.ts';

test('events whose recurrence rule takes too long to expand are imported once', async () => {
  const rule = 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30';
  const never = Array.from({ length: 200 }, (_, i) =>
    event(`UID:${i}`, 'SUMMARY:No', 'DTSTART:00010101T000000Z', rule),
  );
  const { talks, problems } = await readSource(readIcalendar, aCalendar(...never));
  assert.equal(talks.length, 200);
  assert.deepEqual(
    [problems.at(-1)?.line, problems.at(-1)?.what],
    [1197, 'Working out when it repeats exceeds the limit for a calendar. Only its first time is imported.'],
  );
});
