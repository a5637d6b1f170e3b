import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SOURCE_FORMATS } from '#sources/source-formats.ts';
import { temporaryFolder } from '../support/folder.ts';
import { lectern } from '../support/process/command.ts';

/** Lines of a screen that an ordinary file may take. */
const SCREEN = 24;

describe('lectern check of a file', () => {
  const folder = temporaryFolder();
  const check = async (name: string, content: string, ...args: readonly string[]): Promise<readonly string[]> => {
    await writeFile(join(folder, name), content);
    const { stdout } = await lectern(['check', name, ...args], { folder });
    return stdout.trimEnd().split('\n');
  };

  it('says which columns became which fields, what was left out and what was decided, with the settings', async () => {
    const table = [
      'Subject;Speaker;Day;Time;Where;Private;Porter',
      'Moss;Ada Lovelace;19/10/2026;17:00;Room 1;;yes',
      ';Grace Hopper;2/11/2026;17:00;Room 1;;',
      'Ferns;Ada Lovelace;9/11/2026;17:00;;yes;',
      'No seminar;;16/11/2026;17:00;;;',
    ];
    assert.deepEqual(await check('term.csv', table.join('\n')), [
      'term.csv: CSV and other tables, 2 talks, 2026-10-19 to 2026-11-02, as source “term”',
      "  Read (--map 'title=…' changes where from):",
      '    title     "Subject": 1 of 2',
      '    start     "Day", "Time"',
      '    speakers  "Speaker"',
      '    location  "Where"',
      '    private   "Private"',
      '  Not read:',
      '    "Porter"',
      '  Left out:',
      '    1 × marked private or confidential: left out (import with --explain left-out shows them); term.csv:4 "Ferns"',
      '    1 × no talks (“Busy”, “No seminar”): left out (import with --explain left-out shows them); term.csv:5 "No seminar"',
      '  Decided:',
      '    1 × dates read as day, month, year, as "19/10/2026" in line 2 shows (--date-order)',
      '    4 × without a time zone: read in Europe/London (--time-zone); term.csv:2',
      '4 records, no problems.',
    ]);
    const mapped = await check('term.csv', table.join('\n'), '--map', 'venue=Where', '--map', 'series==Optics');
    assert.deepEqual(mapped.slice(2, 8), [
      '    title     "Subject": 1 of 2',
      '    start     "Day", "Time"',
      '    speakers  "Speaker"',
      '    series    =Optics (--map)',
      '    venue     "Where" (--map)',
      '    private   "Private"',
    ]);
  });

  it('names the properties of a calendar, and those that are not read', async () => {
    const event = [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:1@example.org',
      'DTSTAMP:20261001T090000Z',
      'DTSTART;TZID=Europe/Paris:20261019T170000',
      'DURATION:PT1H',
      'SUMMARY:On moss (Ada Lovelace)',
      'DESCRIPTION:Speaker: Ada Lovelace\\nhttps://example.zoom.us/j/123',
      'X-ROOM-ID:7',
      'BEGIN:VALARM',
      'TRIGGER:-PT15M',
      'END:VALARM',
      'CREATED:20261001T090000Z',
      'END:VEVENT',
      'BEGIN:VTODO',
      'SUMMARY:Book the room',
      'END:VTODO',
      'END:VCALENDAR',
    ];
    assert.deepEqual(await check('optics.ics', event.join('\r\n')), [
      'optics.ics: iCalendar, 1 talk, 2026-10-19 to 2026-10-19, as source “optics”',
      "  Read (--map 'title=…' changes where from):",
      '    title        SUMMARY',
      '    start        DTSTART',
      '    end          DURATION',
      '    speakers     found in other fields',
      '    online       found in other fields',
      '    description  DESCRIPTION',
      '  Not read:',
      '    DTSTAMP, X-ROOM-ID, CREATED',
      '  Left out:',
      '    1 × tasks (VTODO): left out',
      '  Decided:',
      '    1 × speakers from “Speaker:” in DESCRIPTION (--speakers-in-text; import with --explain speakers shows them); optics.ics:2 "On moss (Ada Lovelace)"',
      '2 records, no problems.',
    ]);
  });

  it('lists problems at the end, and says so where they were left out', async () => {
    const lines = await check('term.csv', 'Title;Date\nMoss;19 October 2026\nFerns;some day\n');
    assert.deepEqual(lines.slice(5), [
      '  Left out:',
      '    1 problem, listed at the end',
      '  Decided:',
      '    1 × all day: on dates, without hours; term.csv:2',
    ]);
  });

  it('says that there may be more problems where not all are listed', async () => {
    const lines = await check(
      'term.csv',
      'Title;Date\nMoss;19 October 2026\nFerns;a\nReeds;b\n',
      '--max-problems',
      '1',
    );
    assert.deepEqual(lines.slice(5, 7), ['  Left out:', '    at least 1 problem, listed at the end']);
  });

  it('says what is seen once all files are read', async () => {
    const event = { id: 1, title: 'On moss', utc_start_date: '2026-12-01 17:00:00', timezone: 'UTC' };
    const page = {
      events: [event],
      rest_url: 'https://example.edu/wp-json/tribe/events/v1/events/',
      total: 3,
      total_pages: 3,
      next_rest_url: 'https://example.edu/wp-json/tribe/events/v1/events/?page=2',
    };
    const lines = await check('events.json', JSON.stringify(page));
    assert.ok(lines.includes('    2 × pages of the response missing: no talk counts as gone'), lines.join('\n'));
  });

  for (const { name } of SOURCE_FORMATS.filter(({ load }) => load !== null)) {
    it(`fits into a screen for files of ${name}, and says where starts come from`, async () => {
      const examples = join('test/files', name);
      const files = readdirSync(examples).filter(
        (file) => /\.\w+$/.test(file) && !/\.(?:talks|in-turn|together)$/.test(file),
      );
      let read = 0;
      for (const file of files) {
        const { stdout } = await lectern(['check', join(examples, file)]);
        const lines = stdout.split('\n');
        assert.ok(lines.length <= SCREEN, `${file}:\n${stdout}`);
        if (!/, [1-9]\d* talks?, /.test(lines[0] ?? '')) continue;
        assert.match(stdout, /^    start +(?!found in other)/m, file);
        read++;
      }
      assert.ok(read > 0, name);
    });
  }
});
