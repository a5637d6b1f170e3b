import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { SOURCE_FORMATS as FORMATS } from '#sources/source-formats.ts';
import type { SourceReader } from '#sources/source-format.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import { readSource } from '../../support/sources/read-source.ts';
import { CALENDAR_CASES } from './calendar-cases.ts';
import { CONFERENCE_CASES } from './conference-cases.ts';
import { LISTING_CASES } from './listing-cases.ts';
import { PLATFORM_CASES } from './platform-cases.ts';
import { TABLE_CASES } from './table-cases.ts';

const CASES = { ...CALENDAR_CASES, ...CONFERENCE_CASES, ...LISTING_CASES, ...PLATFORM_CASES, ...TABLE_CASES };

const formatOf = (name: string): string => name.replace(/,.*| in .*/, '');

async function readerOf(name: string): Promise<SourceReader> {
  const load = FORMATS.find((format) => format.name === formatOf(name))?.load;
  return load === undefined || load === null ? assert.fail(name) : load();
}

async function talkOf(read: SourceReader, text: string): Promise<SourceTalk> {
  const { talks, problems } = await readSource(read, text);
  assert.deepEqual(problems, [], text);
  return talks[0] ?? assert.fail(text);
}

function isNothing(value: unknown): boolean {
  return (
    value === '' ||
    value === null ||
    value === false ||
    value === 'published' ||
    (Array.isArray(value) && value.length === 0)
  );
}

test('every source format except catalogue files has cases', () => {
  const tried = new Set(Object.keys(CASES).map(formatOf));
  // Spreadsheets are left out because their cells are read like those of CSV.
  const others = FORMATS.map(({ name }) => name).filter((name) => !['catalogue', 'spreadsheet'].includes(name));
  assert.deepEqual([...tried].sort(), [...others].sort());
});

for (const [name, { write, fields, hasNull }] of Object.entries(CASES)) {
  describe(`a talk in ${name}`, () => {
    for (const [field, [says, value, empty]] of Object.entries(fields)) {
      it(`distinguishes a set, an empty and a missing ${field}`, async () => {
        const read = await readerOf(name);
        const given = await talkOf(read, write({ [field]: value }));
        assert.ok(!isNothing(given[says]) && !given.unsaid.includes(says), `${field} sets ${says}`);
        const absent = await talkOf(read, write({ [field]: undefined }));
        if (says !== 'title') assert.deepEqual([isNothing(absent[says]), absent.unsaid.includes(says)], [true, true]);
        if (hasNull) assert.deepEqual(await talkOf(read, write({ [field]: null })), absent);
        if (empty === undefined) return;
        const none = await talkOf(read, write({ [field]: empty }));
        assert.deepEqual([isNothing(none[says]), none.unsaid.includes(says)], [true, false]);
      });
    }
  });
}
