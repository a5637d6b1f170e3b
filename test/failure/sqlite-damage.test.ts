import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { CatalogueRecord } from '#catalogue/record.ts';
import { explain } from '#cli/failure.ts';
import { sampleCatalogue } from '#sample/sample-catalogue.ts';
import { dayNumber } from '#sample/calendar.ts';
import { startServer } from '#server/serve.ts';
import { ownership } from '#harvest/provenance/provenance-changes.ts';
import type { Damage } from '#store/damage.ts';
import type { Store } from '#store/store.ts';
import { askPort } from '../support/http/ask.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';
import { freePort } from '../support/http/free-port.ts';
import { NOW, importInto, recordsOf } from '../support/db/import-into.ts';
import { until } from '../support/until.ts';
import { TEST_SETTINGS } from '../support/http/server.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import { DAMAGE_TO_FILES, DAMAGE_TO_OTHER_RECORDS, DAMAGE_TO_TALKS } from './kinds-of-damage.ts';
import { withStore } from '../support/db/open-stores.ts';

/** Milliseconds. Everything finishes long before. */
const PATIENCE = 120_000;
const PAGES = ['/', '/search', '/api', '/sitemap.xml', '/people', '/series', '/topics', '/departments', '/collections'];
const SEARCHES = ['', '&count=100', '&q=the', '&q=research', '&sort=-start', '&format=ics'];

interface Outcome {
  /** Messages to the operator. */
  readonly said: readonly string[];
  /** Slugs of talks that a server does not serve. */
  readonly unserved?: readonly string[];
}

describe('a damaged SQLite file', { concurrency: 2 }, () => {
  let folder = '';
  let whole = '';
  let records: readonly CatalogueRecord[] = [];
  let talks: readonly string[] = [];
  /** Slugs of all talks, removed ones too, in the order of their numbers. */
  let inOrder: readonly string[] = [];
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-test-'));
    whole = join(folder, 'whole.db');
    const today = dayNumber('2026-03-27') ?? assert.fail();
    const sample = [...sampleCatalogue({ seed: 7, today, talks: 60 })];
    await withStore(whole, 'write', async (store) => {
      // The removed talks come first, so that they have the numbers 1 and 2.
      const removed = [aTalk(slugOf(1)), aTalk(slugOf(3))];
      assert.equal((await importInto(store, [...removed, ...sample])).ok, true);
      const provenance = { put: [ownership('optics', slugOf(1), 'moss')] };
      assert.equal((await importInto(store, sample, { replace: true, provenance })).ok, true);
      records = await recordsOf(store);
      inOrder = [...removed, ...sample].flatMap((record) => (record.type === 'talk' ? [record.slug] : []));
      talks = records.flatMap((record) => (record.type === 'talk' ? [record.slug] : []));
    });
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const { what, damage, isForeign = false, isHarmless = false } of DAMAGE_TO_FILES) {
    it(`(${what}) is reported unless harmless and ${isForeign ? 'left alone' : 'repaired by importing a backup'}, without a crash`, async () => {
      const path = copyOfWhole();
      damage(path);
      const said = [
        ...(await bounded(served(path))).said,
        ...(await bounded(told(() => withStore(path, 'read', recordsOf)))).said,
        ...(await bounded(told(async () => (await damageIn(path)).map((one) => one.what)))).said,
        ...(await bounded(told(() => withStore(path, 'write', triedImport)))).said,
      ];
      if (isHarmless) assert.deepEqual(said, []);
      else if (isForeign)
        assert.match(said.join('\n'), /another program|newer version|before the first release|not a database/);
      else assert.match(said.join('\n'), /is damaged: |^the /m);
      if (isForeign) assert.equal((await restored(path)).said.length, 1);
      else await assertRepairs(path);
    });
  }

  for (const [of, kinds] of [
    ['talks', DAMAGE_TO_TALKS],
    ['other records', DAMAGE_TO_OTHER_RECORDS],
  ] as const) {
    describe(`with damaged ${of}`, { concurrency: false }, () => {
      let path = '';
      let found: readonly Damage[] = [];
      before(async () => {
        path = copyOfWhole();
        for (const { damage } of kinds) damage(path);
        found = await damageIn(path);
      });

      for (const { what, type, number, damage } of kinds) {
        it(`(${what}) is reported, and an export fails with a message if at all`, async () => {
          const isReported = found.some(({ what: message, record }) =>
            record === undefined
              ? message.startsWith(`the ${type} with number ${number} has lost`)
              : record.type === type && record.number === number,
          );
          assert.ok(isReported, JSON.stringify(found));
          const alone = copyOfWhole();
          damage(alone);
          for (const line of (await bounded(told(() => withStore(alone, 'read', recordsOf)))).said)
            assert.match(line, /is damaged: /);
        });
      }

      it('crashes neither a server nor an export nor an import', async () => {
        const { said, unserved = [] } = await bounded(served(path, Infinity));
        assert.deepEqual(said, []);
        const damaged = new Set(DAMAGE_TO_TALKS.map(({ number }) => inOrder[number - 1]));
        const lost = talks.filter((slug) => damaged.has(slug));
        // Damage to other records costs the talks that refer to them.
        if (of === 'talks') assert.deepEqual(unserved, lost);
        else assert.notEqual(unserved.length, 0);
        assert.match((await bounded(told(() => withStore(path, 'read', recordsOf)))).said.join(), /is damaged: /);
        await bounded(told(() => withStore(path, 'write', triedImport)));
      });

      it('is repaired by importing a backup', () => assertRepairs(path));
    });
  }

  it('is logged after a start from a copy, before a request needs the damaged part', async () => {
    const path = copyOfWhole();
    const settings = { ...TEST_SETTINGS, cacheFolder: null, database: `sqlite:${path}`, port: await freePort() };
    const first = await startServer(settings, pino({ level: 'silent' }));
    await first.ready;
    await first.close();
    const kind =
      DAMAGE_TO_FILES.find(({ what }) => what === 'a page of the talk_record table is zeroed') ?? assert.fail();
    kind.damage(path);
    const log: string[] = [];
    const server = await startServer(settings, pino({}, { write: (line: string) => void log.push(line) }));
    try {
      await until(() => log.some((line) => line.includes('is damaged')), 'the damage to be logged');
      assert.match(log.join(''), /"level":40.*talk_record.*part of the catalogue is damaged/);
    } finally {
      await server.close();
    }
  });

  function copyOfWhole(): string {
    const path = join(mkdtempSync(join(folder, 'damaged-')), 'talks.db');
    copyFileSync(whole, path);
    return path;
  }

  async function restored(path: string): Promise<Outcome> {
    return bounded(told(() => withStore(path, 'write', (store) => importInto(store, records, { replace: true }))));
  }

  /** Asserts that importing a backup repairs everything. */
  async function assertRepairs(path: string): Promise<void> {
    assert.deepEqual((await restored(path)).said, []);
    assert.deepEqual(await differences(path), []);
    assert.deepEqual(await damageIn(path), []);
  }

  /** Missing and unexpected records. A slug that the damage created may stay behind as a removed talk. */
  async function differences(path: string): Promise<readonly string[]> {
    const expected = new Set(records.map((record) => JSON.stringify(record)));
    const found = (await withStore(path, 'read', recordsOf)).map((record) => JSON.stringify(record));
    const missing = [...expected].filter((record) => !found.includes(record));
    return [...missing, ...found.filter((record) => !expected.has(record) && !record.includes('"removed_talk"'))];
  }

  /** Messages of a server on this file, and the first talks that it does not serve. Fails if a response has an unexpected status or an error is logged. */
  async function served(path: string, atMost = 12): Promise<Outcome> {
    const port = await freePort();
    const settings = { ...TEST_SETTINGS, cacheFolder: null, database: `sqlite:${path}`, port };
    const log: string[] = [];
    const start = (): ReturnType<typeof startServer> =>
      startServer(settings, pino({ level: 'error' }, { write: (line: string) => void log.push(line) }));
    let server: Awaited<ReturnType<typeof startServer>>;
    try {
      server = await start();
    } catch (error) {
      return { said: [explained(error)] };
    }
    try {
      await server.ready;
      const unserved = await askAll(port, talks.slice(0, atMost));
      assert.deepEqual(log, []);
      return { said: [], unserved };
    } finally {
      await server.close();
    }
  }

  /** Returns those of the talks that are not served. */
  async function askAll(port: number, slugs: readonly string[]): Promise<readonly string[]> {
    const searches = SEARCHES.map((rest) => `/api/talks/search?from=2000-01-01${rest}`);
    const unserved: string[] = [];
    for (const target of [...PAGES, ...searches]) await statusOf(port, target);
    for (const slug of slugs) {
      if ((await statusOf(port, `/api/talks/${slug}`)) !== 200) unserved.push(slug);
      await statusOf(port, `/talks/id/${slug}`);
    }
    assert.equal((await askPort(port, '/healthz')).status, 200);
    assert.equal((await askPort(port, '/readyz')).status, 200);
    return unserved;
  }
});

async function statusOf(port: number, target: string): Promise<number> {
  const { status } = await askPort(port, target);
  assert.ok([200, 302, 404, 503].includes(status), `${target}: ${status}`);
  return status;
}

async function damageIn(path: string): Promise<readonly Damage[]> {
  return withStore(path, 'read', async (store) => {
    const found: Damage[] = [];
    for await (const one of store.findDamage()) found.push(one);
    return found;
  });
}

/** A dry run of an import of one talk. */
async function triedImport(store: Store): Promise<void> {
  const started = await store.beginImport({ replace: false, dryRun: true, now: NOW });
  try {
    await started.put([{ record: aTalk(slugOf(2)), file: 'given', line: 1 }]);
    assert.equal((await started.finish()).ok, true);
  } finally {
    await started.abandon();
  }
}

/** Runs `act`, and returns the messages that it returns or the message of its error. */
async function told(act: () => Promise<unknown>): Promise<Outcome> {
  try {
    const result = await act();
    return { said: Array.isArray(result) && result.every((one) => typeof one === 'string') ? result : [] };
  } catch (error) {
    return { said: [explained(error)] };
  }
}

/** The message of the command line. An error that it cannot explain is a bug. */
function explained(error: unknown): string {
  const explanation = explain(error);
  if (explanation === undefined) throw error;
  assert.doesNotMatch(explanation, /\n/);
  return explanation;
}

async function bounded<T>(promise: Promise<T>): Promise<T> {
  const end = new AbortController();
  const late = sleep(PATIENCE, undefined, { signal: end.signal }).then(() => assert.fail('it hangs'));
  try {
    return await Promise.race([promise, late]);
  } finally {
    end.abort();
    late.catch(() => undefined);
  }
}
