import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { it } from 'node:test';
import { streamInput } from '#sources/file-input.ts';
import { importOptics } from '../support/sources/import-calendars.ts';
import { noRealFiles, realFile, realFiles } from '../support/sources/real-files.ts';
import { storeOf } from '../support/db/open-stores.ts';

for (const kind of ['csv', 'ics', 'indico', 'jsonld', 'schedule', 'seminars']) {
  it(`importing real ${kind} files twice changes no talks`, { skip: noRealFiles(kind) }, async (t) => {
    const store = await storeOf(t);
    for (const name of realFiles(kind)) {
      const importing = () => {
        const inputs = [streamInput(name, createReadStream(realFile(kind, name)))];
        return importOptics(store, '', { inputs, sources: { source: name, gone: 'remove' } });
      };
      const first = await importing();
      // Some cannot be imported without options, such as tables without starts.
      if (!first.ok) continue;
      const again = await importing();
      assert.ok(again.ok, JSON.stringify(again));
      const { added, changed, removed } = again.counts.talk;
      assert.deepEqual([added, changed, removed], [0, 0, 0], name);
      const notes = again.files.flatMap((file) => [...file.notes.keys()]);
      assert.ok(!notes.some((note) => note.startsWith('under another key')), name);
    }
  });
}
