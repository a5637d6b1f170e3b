import { Buffer } from 'node:buffer';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readIcalendar } from '#sources/icalendar/icalendar.ts';
import { readSource } from '../../support/sources/read-source.ts';

it('line numbers of a calendar are correct in chunks of any size, even with folds inside characters', async () => {
  const fold = '\r\n ';
  const inside = (character: string): Buffer => {
    const bytes = Buffer.from(character);
    return Buffer.concat([bytes.subarray(0, 1), Buffer.from(fold), bytes.subarray(1)]);
  };
  const calendar = Buffer.concat([
    Buffer.from('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMMARY:M'),
    inside('ö'),
    Buffer.from('\u2028'),
    inside('😀'),
    Buffer.from('\r\nDTSTART:20261201T170000Z\r\nEND:VEVENT\r\n'),
    Buffer.from('BEGIN:VEVENT\r\nUID:b\r\nDTSTART:soon\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'),
  ]);
  for (const size of [1, 2, 3, 16, 17, 1000]) {
    const { talks, problems } = await readSource(readIcalendar, calendar, {}, size);
    assert.deepEqual(
      [talks.map(({ title, line }) => [title, line]), problems.map(({ line }) => line)],
      [[['Mö\u2028😀', 2]], [11]],
      `chunks of ${String(size)} bytes`,
    );
  }
});
