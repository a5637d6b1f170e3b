import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readIcalendar } from '#sources/icalendar/icalendar.ts';
import { NO_TALK } from '#sources/no-talk.ts';
import { answerOf, withoutPython } from '../../support/process/python.ts';
import { READ_OPTIONS, readSourceFile } from '../../support/sources/read-source.ts';
import { noRealFiles, realFile, realFiles } from '../../support/sources/real-files.ts';

const READERS = 'icalendar, dateutil';
const withoutReaders = withoutPython(READERS);

/** The problems of the calendars that have any. */
const PROBLEMS: Readonly<Record<string, readonly string[]>> = {
  'google-outlook-mix.ics': ['22 DTSTART: "20171032T000000" is not a valid time.'],
};

describe('real calendar files', { skip: noRealFiles('ics') }, () => {
  for (const name of realFiles('ics')) {
    it(`yield only the expected problems: ${name}`, async () => {
      const { problems } = await readSourceFile(readIcalendar, realFile('ics', name));
      assert.deepEqual(
        problems.map(({ line, where, what }) => `${line} ${where}: ${what}`),
        PROBLEMS[name] ?? [],
      );
    });

    it(
      `have the times and titles that python3-icalendar and dateutil find: ${name}`,
      { skip: withoutReaders },
      async () => {
        // The other readers do not look for a status or speakers in text, nor leave out what is no talk.
        const { talks, withheld } = await readSourceFile(readIcalendar, realFile('ics', name), {
          statusWords: 'ignore',
          speakersInText: 'ignore',
        });
        const withoutPrivate = [...talks, ...withheld.filter(({ hidden }) => hidden === NO_TALK)];
        const found = withoutPrivate.map(({ start, title }) => [start, title.split(/\s+/u).join(' ')]);
        assert.deepEqual(sorted(found), sorted(expanded(realFile('ics', name))));
      },
    );
  }
});

function expanded(path: string): unknown {
  const script = 'test/sources/icalendar/expand-calendar.py';
  return answerOf(READERS, [script, READ_OPTIONS.horizon, READ_OPTIONS.zone], readFileSync(path));
}

function sorted(rows: unknown): string[] {
  assert.ok(Array.isArray(rows));
  return rows.map((row: unknown) => JSON.stringify(row)).sort();
}
