import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { importCatalogue } from '#harvest/import-catalogue.ts';
import { recordLine } from '#representations/catalogue-file-writer.ts';
import { fileInput, streamInput } from '#sources/file-input.ts';
import { openStore } from '#store/open.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { NOW, recordsOf } from '../support/db/import-into.ts';
import { noRealFiles, realFile } from '../support/sources/real-files.ts';

/** A catalogue of real talks. */
const FILE = realFile('pyvideo', 'pyvideo-shared.ndjson.gz');

test(
  'a real catalogue imports, imports again without changes and exports the same records',
  { skip: noRealFiles('pyvideo') },
  async (t) => {
    const first = await openStore((await databaseOf(t)).address, { mode: 'write' });
    t.after(() => first.close());
    const second = await openStore((await databaseOf(t)).address, { mode: 'write' });
    t.after(() => second.close());
    const request = { inputs: [fileInput(FILE)], replace: true, now: NOW };

    const imported = await importCatalogue(first, request);
    assert.deepEqual(
      imported.ok && Object.values(imported.counts).map(({ added }) => added),
      [92, 2744, 295, 75, 2929, 23, 0],
    );
    const again = await importCatalogue(first, { ...request, inputs: [fileInput(FILE)], now: new Date() });
    assert.deepEqual(
      again.ok && Object.values(again.counts).map(({ unchanged }) => unchanged),
      [92, 2744, 295, 75, 2929, 23, 0],
    );
    assert.equal((await first.state()).version, 1);

    const lines = (await recordsOf(first)).map(recordLine);
    assert.deepEqual(
      lines.map((line) => comparable(line)).sort(),
      gunzipSync(readFileSync(FILE))
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => comparable(line))
        .sort(),
    );
    await importCatalogue(second, { ...request, inputs: [streamInput('export', Readable.from(lines))] });
    assert.deepEqual((await recordsOf(second)).map(recordLine), lines);
  },
);

const ADDED = ['updated', 'created', 'sequence'];

/** The sorted fields of a record, without those that an import adds. */
function comparable(line: string): string {
  const fields = Object.entries(JSON.parse(line) as Record<string, unknown>);
  const given = fields.filter(([name]) => !ADDED.includes(name));
  return JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1)));
}
