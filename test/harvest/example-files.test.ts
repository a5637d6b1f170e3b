import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SOURCE_FORMAT_NAMES } from '#sources/source-formats.ts';
import { writtenTimes } from '../support/files/written-times.ts';
import { calendarTimes } from '../support/files/calendar-times.ts';
import { EXAMPLES, exampleFiles } from '../support/files/example-files.ts';
import { importExample } from '../support/files/import-example.ts';
import { outcomeLines } from '../support/files/outcome-lines.ts';
import { NO_TOML } from '../support/sources/toml-installed.ts';
import { NO_SPREADSHEETS } from '../support/spreadsheet/spreadsheets-installed.ts';

const FILES = exampleFiles(EXAMPLES);

describe('an example file imported without options', () => {
  for (const file of FILES) {
    const skip = (file.format === 'spreadsheet' && NO_SPREADSHEETS) || (file.name.endsWith('.toml') && NO_TOML);
    it(`gives the talks listed next to it: ${file.name}`, { skip }, async () => {
      assert.deepEqual(outcomeLines(await importExample(file)), file.expected);
    });
  }

  it('exists for every source format', () => {
    assert.deepEqual(new Set(FILES.map(({ format }) => format)), new Set(SOURCE_FORMAT_NAMES));
  });
});

describe('the date reader that checks the example files', () => {
  const found = (text: string): string[] =>
    [...writtenTimes(Buffer.from(text), 'UTC')].map((time) => new Date(time * 1000).toISOString().slice(0, 16)).sort();

  it('finds dates with offsets, in zones that the file names, and with separate day and time', () => {
    assert.deepEqual(found('from 2027-06-01T10:00:00.000+02:00,2027-06-02'), ['2027-06-01T08:00', '2027-06-02T00:00']);
    assert.deepEqual(found('20270601T100000,Europe/Berlin'), ['2027-06-01T08:00', '2027-06-01T10:00']);
    assert.deepEqual(found('{"date": "2027-06-01", "tz": "x", "time": "10:00:00"}'), ['2027-06-01T10:00']);
    assert.deepEqual(found('2027-02-30 10:00, 2027/01/01, 1202701011'), []);
  });

  it('expands recurrence rules and returns undefined for a calendar that it cannot read', () => {
    const event =
      'BEGIN:VEVENT\r\nDTSTART;TZID=Europe/Berlin:20270327T100000\r\nRRULE:FREQ=DAILY;COUNT=2\r\nEND:VEVENT';
    const times = calendarTimes(`BEGIN:VCALENDAR\r\n${event}\r\nEND:VCALENDAR`, '2028', 'UTC') ?? assert.fail();
    const shown = [...times].map((time) => new Date(time * 1000).toISOString().slice(0, 16));
    assert.deepEqual(shown, ['2027-03-27T09:00', '2027-03-28T08:00']);
    assert.equal(calendarTimes('BEGIN:VCALENDAR\r\nno line', '2028', 'UTC'), undefined);
  });
});
