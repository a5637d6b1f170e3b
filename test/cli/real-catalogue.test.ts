import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lectern } from '../support/process/command.ts';
import { databasesNamed } from '../support/db/fresh-database.ts';
import { noRealFiles, realFile } from '../support/sources/real-files.ts';

/** Talks at Python conferences, from the catalogue of PyVideo. */
const PYVIDEO = realFile('pyvideo', 'pyvideo-shared.ndjson.gz');

const into = databasesNamed('a', 'b');

describe('a real catalogue', { skip: noRealFiles('pyvideo') }, () => {
  it('has no problems', async () => {
    const done = await lectern(['check', PYVIDEO]);
    assert.deepEqual(done, { status: 0, stdout: '6,158 records, no problems.\n', stderr: '' });
  });

  it('has the same export after an import of its export', async () => {
    const imported = await lectern(['import', '--database', await into('a'), PYVIDEO]);
    assert.equal(imported.status, 0, imported.stderr);
    const first = await lectern(['export', '--database', await into('a')]);
    const again = await lectern(['import', '--replace', '--database', await into('b'), '-'], { input: first.stdout });
    assert.equal(again.status, 0, again.stderr);
    const second = await lectern(['export', '--database', await into('b')]);
    assert.equal(first.stdout.split('\n').length, 6159);
    assert.ok(second.stdout === first.stdout, 'the exports differ');
  });
});
