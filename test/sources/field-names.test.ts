import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { FIELDS_OF_TALKS, namesOfFields } from '#sources/file-account.ts';
import { SOURCE_FORMATS } from '#sources/source-formats.ts';

/** Pages of formats whose page has another name. */
const PAGES: Readonly<Record<string, string>> = {
  jcal: 'icalendar',
  jscalendar: 'calendars-in-json',
  'google-calendar': 'calendars-in-json',
  'microsoft-graph': 'calendars-in-json',
  'schedule-xml': 'schedules',
  'schedule-json': 'schedules',
  feed: 'feeds',
  researchseminars: 'research-seminars',
};

/** Fields that `check` does not list, but whose names are read. */
const UNLISTED = ['', 'status', 'updated', 'language', 'various_speakers'];

describe('the names of fields', () => {
  for (const { name } of SOURCE_FORMATS.filter((format) => namesOfFields(format.name).size > 0)) {
    it(`of ${name} are those of its reference page, and of fields that talks have`, () => {
      const page = readFileSync(`docs/reference/sources/${PAGES[name] ?? name}.md`, 'utf8');
      const documented = new Set([...page.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.split(/[ ,=:]+/)));
      const names = [...namesOfFields(name)].flatMap(([field, read]) => (field === '' ? [] : read));
      assert.deepEqual(
        names.filter((each) => !documented.has(each) && !documented.has(each.replace('_embedded.', ''))),
        [],
      );
      assert.deepEqual(
        [...namesOfFields(name).keys()].filter((field) => !(field in FIELDS_OF_TALKS) && !UNLISTED.includes(field)),
        [],
      );
    });
  }
});
