import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lectern } from '../support/process/command.ts';
import { freshDatabase } from '../support/db/fresh-database.ts';

describe('lectern copy', () => {
  it('copies a catalogue, compares both exports, and overwrites another catalogue only with --replace', async (context) => {
    const [from, to] = await Promise.all([freshDatabase(), freshDatabase()]);
    context.after(() => Promise.all([from.remove(), to.remove()]));
    const sample = await lectern(['sample', '--today', '2026-03-27']);
    await lectern(['import', '--database', from.address, '-'], { input: sample.stdout });
    const kept = sample.stdout.replace(/^\{"type":"talk".*\n/m, '').replace(/^\{"type":"collection".*\n/gm, '');
    await lectern(['import', '--database', from.address, '--replace', '-'], { input: kept });

    const copied = await lectern(['copy', from.address, to.address]);
    assert.deepEqual([copied.status, copied.stderr], [0, '']);
    assert.match(copied.stdout, /^Copied 861 records\. Both exports are the same \(SHA-256 [0-9a-f]{64}\)\.\n$/);
    const exported = await lectern(['export', '--database', to.address]);
    assert.equal(exported.stdout, (await lectern(['export', '--database', from.address])).stdout);

    const refused = await lectern(['copy', from.address, to.address]);
    assert.deepEqual([refused.status, refused.stdout], [1, '']);
    assert.match(
      refused.stderr,
      /^The second database already contains a catalogue\..*--replace\.\nNothing was changed\.\n$/,
    );
    assert.deepEqual(await lectern(['copy', '--replace', from.address, to.address]), copied);
  });

  it('reports both addresses if they are invalid, without the password', async () => {
    const { status, stderr } = await lectern(['copy', 'talks.db', 'mysql://x:secret@y/z']);
    assert.equal(status, 2);
    assert.match(stderr, /^from: "talks\.db" is not a database address\. .*\nto: "mysql:.*\n$/);
    assert.ok(!stderr.includes('secret'));
  });

  it('changes nothing if the first database has no catalogue', async (context) => {
    const [from, to] = await Promise.all([freshDatabase(), freshDatabase()]);
    context.after(() => Promise.all([from.remove(), to.remove()]));
    const done = await lectern(['copy', from.address, to.address]);
    assert.deepEqual([done.status, done.stdout], [1, '']);
    assert.match(done.stderr, /no catalogue/);
    assert.equal((await lectern(['export', '--database', to.address])).status, 1);
  });
});
