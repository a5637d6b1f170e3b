import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startReadCopy } from '#replica/read-copy.ts';
import { readText } from '#search/query/text-query.ts';
import { ALL_TALKS } from '../support/catalogue/whole-question.ts';
import { slugOf, talk, type WireRecord } from '../support/catalogue/wire-records.ts';
import { freshDatabase } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { until } from '../support/until.ts';

const PROCESS = fileURLToPath(new URL('./following-process.mjs', import.meta.url));
const TALKS = 2_000;
const KILLS = 8;

/** The catalogue in its nth state. */
function state(nth: number): WireRecord[] {
  return Array.from({ length: TALKS }, (_talk, at) =>
    talk(slugOf(at + 1), '2026-02-01T10:00:00Z', {
      title: `Talk ${String(at)} in state ${String(nth)}`,
      description: `moss${String(nth)} ${'and peat '.repeat(40)}`,
    }),
  );
}

test('a process that is killed while it writes the copy leaves one that is right, or made anew', async (context) => {
  const place = await freshDatabase();
  context.after(() => place.remove());
  await importRecords(place.address, state(0));
  for (let nth = 1; nth <= KILLS; nth += 1) {
    const child = spawn(process.execPath, [PROCESS, place.address, place.folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    // At some point of its start, of the first copy, of its words, or of a change.
    if (nth % 2 === 0) {
      await once(child.stdout, 'data');
      await importRecords(place.address, state(nth));
    }
    await sleep(nth * 70);
    child.kill('SIGKILL');
    await ended;
  }
  await importRecords(place.address, state(KILLS));
  const copy = await startReadCopy({ database: place.address, cacheFolder: place.folder, pollMilliseconds: 20 });
  context.after(() => copy.close());
  await until(
    () => copy.snapshot?.talk(slugOf(1))?.talk.title.endsWith(`state ${String(KILLS)}`) === true,
    'the last state',
  );
  const snapshot = copy.snapshot ?? assert.fail();
  const numbers = snapshot.index.answer({ ...ALL_TALKS, count: TALKS }).talks;
  assert.deepEqual(
    snapshot
      .talks(numbers)
      .map(({ talk: { title } }) => title)
      .sort(),
    state(KILLS)
      .map(({ title }) => String(title))
      .sort(),
  );
  for (const [words, count] of [
    [`moss${String(KILLS)}`, TALKS],
    ['moss1', 0],
    ['peat', TALKS],
  ] as const) {
    const text = readText(`"${words}"`);
    assert.ok(typeof text === 'object');
    await snapshot.loadWords(text);
    assert.equal(snapshot.index.answer({ ...ALL_TALKS, text }).total, count, words);
  }
});
