import assert from 'node:assert/strict';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { streamInput } from '#sources/file-input.ts';
import { EXPECTED_OF_OTHERS } from '../support/files/example-files.ts';
import { importOptics } from '../support/sources/import-calendars.ts';
import { noRealFiles, realFile, realFiles } from '../support/sources/real-files.ts';
import { storeOf } from '../support/db/open-stores.ts';

/** Whether a file cannot be imported without options, such as a table without starts. */
function isRefused(kind: string, name: string): boolean {
  const expected = join(EXPECTED_OF_OTHERS, kind, `${name}.talks`);
  return existsSync(expected) && /^refused:/m.test(readFileSync(expected, 'utf8'));
}

for (const kind of ['csv', 'ics', 'indico', 'jsonld', 'schedule', 'seminars']) {
  it(`importing real ${kind} files twice changes no talks`, { skip: noRealFiles(kind) }, async (t) => {
    const store = await storeOf(t);
    for (const name of realFiles(kind)) {
      const importing = () => {
        const inputs = [streamInput(name, createReadStream(realFile(kind, name)))];
        return importOptics(store, '', { inputs, sources: { source: name, gone: 'remove' } });
      };
      const first = await importing();
      assert.equal(first.ok, !isRefused(kind, name), name);
      if (!first.ok) continue;
      const again = await importing();
      assert.ok(again.ok, JSON.stringify(again));
      const { added, changed, removed } = again.counts.talk;
      assert.deepEqual([added, changed, removed], [0, 0, 0], name);
      const notes = again.files.flatMap((file) => file.notes.map(({ what }) => what));
      assert.ok(!notes.some((note) => note.startsWith('under another key')), name);
    }
  });
}
