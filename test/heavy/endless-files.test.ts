/** Files that never end, consist of one row, or repeat endlessly: reading stops at a limit. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { readIcalendar } from '#sources/icalendar/icalendar.ts';
import { readCsv } from '#sources/table/csv.ts';
import { xmlBatches } from '#sources/xml/xml.ts';
import { event } from '../sources/icalendar/read-calendar.ts';
import { aCalendar } from '../support/sources/a-calendar.ts';
import { READ_OPTIONS, readSource } from '../support/sources/read-source.ts';

describe('a table', () => {
  const HEADER = 'Title,Start\n';

  it('with an endless quoted cell is refused', async () => {
    const { talks, problems } = await readSource(readCsv, `${HEADER}"${'x\n'.repeat(3 * 1024 * 1024)}`);
    assert.deepEqual([talks, problems.map((problem) => problem.code)], [[], ['row-too-long']]);
  });

  it('with a million cells in a row ignores those without a header', async () => {
    const { talks } = await readSource(readCsv, `${HEADER}On moss,2026-10-27 17:00${',x'.repeat(1_000_000)}\n`);
    assert.deepEqual(
      talks.map(({ title }) => title),
      ['On moss'],
    );
  });

  it('that never ends is streamed and closed when the reader stops', async () => {
    const LONG = 'x'.repeat(1000);
    let given = 0;
    let isOpen = true;
    async function* endless(): AsyncGenerator<Buffer> {
      try {
        yield Buffer.from('Title,Start,Abstract\n');
        for (;;) {
          const lines = Array.from({ length: 100 }, () => `Talk ${given++},2026-10-27 17:00,${LONG}\n`);
          yield Buffer.from(lines.join(''));
          await setImmediate();
        }
      } finally {
        isOpen = false;
      }
    }
    let read = 0;
    for await (const { talks } of readCsv({ name: 'x', address: '', chunks: endless() }, READ_OPTIONS)) {
      read += talks.length;
      if (read > 12_000) break;
    }
    assert.ok(given - read < 12_000, `${given - read} rows are held`);
    assert.equal(isOpen, false);
  });
});

describe('an XML document', () => {
  const BOOK = { roots: ['book'], containers: new Set(['book', 'part']) };
  const BEGINNINGS = [
    '<book><a>',
    '<book><a b="',
    '<book><!--',
    '<book><?x ',
    '<!DOCTYPE book [',
    '<book><',
    '<book>&',
  ];
  for (const beginning of BEGINNINGS) {
    it(`that never ends after ${beginning} is refused after 8 MiB`, async () => {
      let given = 0;
      async function* endless(): AsyncGenerator<Buffer> {
        yield Buffer.from(beginning);
        for (const chunk = Buffer.alloc(1024 * 1024, 'x'); ; given++) yield chunk;
      }
      let what = '';
      for await (const { failure } of xmlBatches(endless(), BOOK)) what = failure?.what ?? '';
      assert.equal(what, 'A text or tag that ends on or after this line exceeds 8 MiB.');
      assert.ok(given <= 8, `${given} MiB`);
    });
  }
});

describe('a calendar of events that repeat', () => {
  it('is left when they take more than 256 MiB to hold', async () => {
    const event = 'BEGIN:VEVENT\r\nDTSTART:20270101\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT\r\n';
    let given = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from('BEGIN:VCALENDAR\r\n');
      for (const chunk = Buffer.from(event.repeat(1000)); given < 1_000_000; given += 1000) yield chunk;
    }
    let what = '';
    for await (const { failure } of readIcalendar({ name: 'x', address: '', chunks: endless() }, READ_OPTIONS)) {
      if (failure !== undefined) what = failure.what;
    }
    assert.equal(what, 'The calendar has too many repeating events.');
    assert.ok(given < 250_000, `${given} events are held`);
  });

  it('is read with the first time of each if their rules take too long to expand', async () => {
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
});
