import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, it } from 'node:test';
import { importCatalogue } from '#harvest/import-catalogue.ts';
import type { ImportReport } from '#harvest/import-catalogue.ts';
import { recordLine } from '#representations/catalogue-file-writer.ts';
import { streamInput } from '#sources/file-input.ts';
import type { Store } from '#store/store.ts';
import { storeOf } from '../support/db/open-stores.ts';
import { EXAMPLES, exampleFiles } from '../support/files/example-files.ts';
import { inputOf } from '../support/sources/import-calendars.ts';
import { READ_OPTIONS } from '../support/sources/read-source.ts';

/** A day later each time, since nothing may depend on when a file is read. */
const DAY = 86_400_000;

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function imported(store: Store, files: readonly string[], day: number): Promise<ImportReport> {
  return importCatalogue(store, {
    inputs: files.map((path) => streamInput(basename(path), one(readFileSync(path)))),
    replace: false,
    now: new Date(Date.parse(READ_OPTIONS.now) + day * DAY),
    sources: {
      read: READ_OPTIONS,
      additions: { department: null, topics: [] },
      gone: 'keep',
      source: files.every((path) => path.endsWith('.ndjson')) ? undefined : 'example',
    },
  });
}

async function exportOf(store: Store): Promise<string> {
  let text = '';
  for await (const record of store.records()) text += recordLine(record);
  return text;
}

const READABLE = exampleFiles(EXAMPLES).filter(({ imports, expected = [] }) => {
  return imports.length > 1 || !expected.some((line) => line.startsWith('refused'));
});

describe('an example file', () => {
  for (const { name, imports } of READABLE) {
    it(`changes nothing when imported again, and its export is equal when imported elsewhere: ${name}`, async (t) => {
      const store = await storeOf(t);
      for (const files of imports) await imported(store, files, 0);
      const before = await exportOf(store);
      const last = imports.at(-1) ?? [];
      const again = await imported(store, last, 1);
      if (again.ok) {
        for (const [kind, { added, changed, removed }] of Object.entries(again.counts))
          assert.deepEqual([added, changed, removed], [0, 0, 0], kind);
      }
      assert.equal(await exportOf(store), before);
      const elsewhere = await storeOf(t);
      const copied = await importCatalogue(elsewhere, {
        inputs: [inputOf(before, 'export.ndjson')],
        replace: false,
        now: new Date(),
      });
      assert.ok(copied.ok, JSON.stringify(copied));
      assert.equal(await exportOf(elsewhere), before);
    });
  }
});
