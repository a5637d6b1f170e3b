import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCsv } from '#sources/table/csv.ts';
import { readSource } from '../support/sources/read-source.ts';

test('a description of a million characters is truncated to 100,000 with a note', async () => {
  const text = `Title,Start,Description\nOn moss,2026-12-01,${'a'.repeat(1_000_000)}\nOn ferns,2026-12-02,Short\n`;
  const { talks, notes } = await readSource(readCsv, text);
  assert.deepEqual(
    talks.map(({ description }) => description),
    [`${'a'.repeat(99_998)} …`, 'Short'],
  );
  const note = '1 × with more than 100,000 characters of description: the rest is left out';
  assert.ok(notes.includes(note), notes.join());
});
