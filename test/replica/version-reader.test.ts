import assert from 'node:assert/strict';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CopyWriter } from '#replica/copy-writer.ts';
import { VersionReader } from '#replica/copy-reader.ts';
import { openStore } from '#store/open.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';

const PROGRAM = 'a program';

test('long work lets go of the log once a second and when it is asked to, in the same version, and ends with that', async (context) => {
  const { address, folder } = await databaseOf(context);
  await importRecords(address, [talk(slugOf(1), '2026-01-20T15:00:00Z')]);
  const store = await openStore(address, { mode: 'read' });
  context.after(() => store.close());
  const path = join(folder, 'a.copy');
  closeSync(openSync(path, 'wx'));
  const filled = CopyWriter.create(path, PROGRAM);
  const changes = await store.changes(null, undefined, true);
  await filled.apply(changes, []);
  changes.close();
  filled.finish();
  const writer = CopyWriter.open(path, PROGRAM);
  context.after(() => writer.close());

  let now = 0;
  const reader = new VersionReader(path, PROGRAM, writer.state, () => now);
  context.after(() => reader.close());
  /** Whether the log can be emptied when each of two reads has opened the copy again: the second finds all in the file. */
  const isLetGo = (beforeRead: () => void): boolean => {
    for (let time = 1; time <= 2; time += 1) {
      beforeRead();
      assert.ok(reader.talk(1));
      if (writer.emptyLog()) return true;
    }
    return false;
  };
  const wait = (milliseconds: number) => (): void => void (now += milliseconds);
  await writer.feature([slugOf(1)]);
  assert.equal(isLetGo(wait(400)), false, 'the reader uses it');
  assert.equal(isLetGo(wait(1_001)), true);
  await writer.feature([slugOf(2)]);
  assert.equal(
    isLetGo(() => undefined),
    false,
  );
  assert.equal(
    isLetGo(() => reader.renewSoon()),
    true,
  );

  await importRecords(address, [talk(slugOf(2), '2026-01-21T15:00:00Z')]);
  const more = await store.changes(writer.state, undefined, true);
  await writer.apply(more, undefined);
  more.close();
  assert.ok(reader.talk(1), 'it still has its version open');
  reader.renewSoon();
  assert.equal(reader.talk(1), undefined);
  assert.equal(reader.isGone, true);
});
