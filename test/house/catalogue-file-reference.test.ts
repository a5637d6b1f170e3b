import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FILE_KINDS } from '#catalogue/record.ts';
import { readRecord } from '#sources/catalogue/catalogue-record.ts';
import { tableUnder } from '../support/docs/markdown-table.ts';

interface Field {
  readonly kind: string;
  readonly name: string;
  readonly isRequired: boolean;
}

/** The fields in the table, one by one: `**a**, **b**` are two. */
async function documented(): Promise<Field[]> {
  let kind = '';
  return (await tableUnder('docs/reference/catalogue-file.md', 'The catalogue file')).flatMap(
    ([record, names = '']) => {
      kind = record || kind;
      return names.split(', ').map((name) => ({
        kind,
        name: name.replaceAll('*', ''),
        isRequired: name.startsWith('**'),
      }));
    },
  );
}

/** The problems of a record that have this code. */
function complaints(record: object, code: string): { where: string; hint: string }[] {
  const read = readRecord(record);
  return read.ok ? [] : read.problems.filter((problem) => problem.code === code);
}

describe('docs/reference/catalogue-file.md', () => {
  it('lists the same records and fields as the reader', async () => {
    const table = await documented();
    assert.deepEqual([...new Set(table.map(({ kind }) => kind))], [...FILE_KINDS]);
    for (const kind of FILE_KINDS) {
      const [complaint] = complaints({ type: kind, nonsense: 1 }, 'unknown-field');
      const [, known = ''] = /the fields are: (.*)\.$/.exec(complaint?.hint ?? '') ?? [];
      const names = table.filter((field) => field.kind === kind).map(({ name }) => name);
      assert.deepEqual(['type', ...names].sort(), known.split(', ').sort(), kind);
    }
  });

  it('marks the required fields', async () => {
    for (const kind of FILE_KINDS) {
      const missing = complaints({ type: kind }, 'missing-field').map(({ where }) => where);
      const required = (await documented()).filter((field) => field.kind === kind && field.isRequired);
      assert.deepEqual(required.map(({ name }) => name).sort(), missing.sort(), kind);
    }
  });
});
