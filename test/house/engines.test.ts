import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { POSTGRES_VERSIONS } from '../support/postgres/programs.ts';
import { isOfEveryEngine, testFiles } from '../test-files.mjs';

/** Only what is named after one engine may be about it alone; what breaks servers chooses them itself. */
const OF_ONE_ENGINE = /\/(sqlite|postgres|same-answers)[^/]*\.test\.ts$|^test\/(failure|deploy|house)\//;
/** Makes a store, or is given one. */
const KEEPS_A_CATALOGUE = /\b(openStore|importRecords|startTestServer|serveLectern|startServer)\(|'--database', (?!')/;

describe('the tests that are run on every engine', () => {
  const others = testFiles().filter((file) => !OF_ONE_ENGINE.test(file));

  it('are all that keep a catalogue in a store', () => {
    const keeping = others.filter((file) => KEEPS_A_CATALOGUE.test(readFileSync(file, 'utf8')));
    assert.deepEqual(
      keeping.filter((file) => !isOfEveryEngine(file)),
      [],
      'these make a store by themselves: take it from test/support/fresh-database.ts, or name the file after its engine',
    );
    for (const room of ['cli', 'harvest', 'http', 'search', 'store']) {
      assert.ok(
        keeping.some((file) => file.startsWith(`test/${room}/`)),
        room,
      );
    }
  });

  it('have the contract of the stores on every version of PostgreSQL beside them', () => {
    const versions = testFiles().flatMap((file) => /^test.store.postgres-(\d+)\.test\.ts$/.exec(file)?.[1] ?? []);
    assert.deepEqual(versions.map(Number), [...POSTGRES_VERSIONS]);
  });

  it('choose no engine', () => {
    const choosing = others.filter((file) => /sqlite:\$\{|better-sqlite3/.test(readFileSync(file, 'utf8')));
    assert.deepEqual(choosing, []);
  });

  it('are the others than those that need none', () => {
    assert.equal(isOfEveryEngine('test/http/search.test.ts'), true);
    assert.equal(isOfEveryEngine('test/search/question.test.ts'), false);
    assert.equal(isOfEveryEngine('test/store/sqlite.test.ts'), false);
  });
});
