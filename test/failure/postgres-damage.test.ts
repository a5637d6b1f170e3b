import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { pino } from 'pino';
import type { CatalogueRecord } from '#catalogue/record.ts';
import { explain } from '#cli/failure.ts';
import { dayNumber } from '#sample/calendar.ts';
import { sampleCatalogue } from '#sample/sample-catalogue.ts';
import { startServer } from '#server/serve.ts';
import { ownership } from '#harvest/provenance/provenance-changes.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { askPort } from '../support/http/ask.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';
import { freePort } from '../support/http/free-port.ts';
import { importInto, recordsOf } from '../support/db/import-into.ts';
import type { ReachedServer, TestDatabase } from '../support/postgres/reached-server.ts';
import { NO_POSTGRES, sharedPostgres } from '../support/postgres/shared.ts';
import { TEST_SETTINGS } from '../support/http/server.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';

const TALK = '(SELECT number FROM lectern.talk WHERE refs IS NOT NULL ORDER BY number LIMIT 1 OFFSET 5)';

const KINDS: Readonly<Record<string, string>> = {
  'the JSON of a talk is replaced': `UPDATE lectern.talk_record SET record = convert_to('{"title":"x"}', 'UTF8') WHERE number = ${TALK}`,
  'the JSON of a talk is invalid': `UPDATE lectern.talk_record SET record = '{{' WHERE number = ${TALK}`,
  'the JSON of a talk is not UTF-8': `UPDATE lectern.talk_record SET record = '\\xff80fe' WHERE number = ${TALK}`,
  'a talk_record row is missing': `DELETE FROM lectern.talk_record WHERE number = ${TALK}`,
  'the start of a talk is wrong': `UPDATE lectern.talk SET start = start + 60 WHERE number = ${TALK}`,
  'the update time of a talk is out of range': `UPDATE lectern.talk SET updated = 9000000000000000 WHERE number = ${TALK}`,
  'the references of a talk are truncated': `UPDATE lectern.talk SET refs = substr(refs, 1, 5) WHERE number = ${TALK}`,
  'the references of a talk are NULL': `UPDATE lectern.talk SET refs = NULL WHERE number = ${TALK}`,
  'a talk is missing': `DELETE FROM lectern.talk WHERE number = ${TALK}`,
  'the JSON of a person is invalid': "UPDATE lectern.person SET record = '{' WHERE number = 1",
  'the removal time of a removed talk is out of range':
    'UPDATE lectern.talk SET removed = 9000000000000000 WHERE refs IS NULL',
  'all people are missing': 'DELETE FROM lectern.person',
  'all places are missing': 'DELETE FROM lectern.place',
  'the key of a provenance row is wrong': "UPDATE lectern.provenance SET key = 'another'",
  'the JSON of a collection is a number': "UPDATE lectern.collection SET record = '7' WHERE number = 1",
};

describe('a damaged PostgreSQL database', { concurrency: false, skip: NO_POSTGRES }, () => {
  const today = dayNumber('2026-03-27') ?? assert.fail();
  const sample = [...sampleCatalogue({ seed: 7, today, talks: 60 })];
  let server: ReachedServer;
  let whole: TestDatabase;
  let records: readonly CatalogueRecord[] = [];

  before(async () => {
    server = await sharedPostgres(18);
    whole = await server.database();
    const store = await openStore(whole.address, { mode: 'write' });
    const provenance = { put: [ownership('optics', slugOf(1), 'moss')] };
    assert.equal((await importInto(store, [...sample, aTalk(slugOf(1))])).ok, true);
    assert.equal((await importInto(store, sample, { replace: true, provenance })).ok, true);
    records = await recordsOf(store);
    await store.close();
  });
  after(() => whole.drop());

  for (const [what, sql] of Object.entries(KINDS)) {
    it(`(${what}) is reported without a crash and repaired by importing a backup`, async () => {
      const { address, name, drop } = await server.database(whole.name);
      const store = await openStore(address, { mode: 'write' });
      try {
        await server.query(sql, name);
        const said = [...(await served(address, records)), ...(await told(() => recordsOf(store)))];
        said.push(...(await found(store)));
        assert.match(said.join('\n'), /is damaged: |^the /m);
        assert.equal((await importInto(store, records, { replace: true })).ok, true);
        const mended = (await recordsOf(store)).map((record) => JSON.stringify(record));
        assert.deepEqual(
          records.filter((record) => !mended.includes(JSON.stringify(record))),
          [],
        );
      } finally {
        await store.close();
        await drop();
      }
    });
  }
});

async function served(address: string, records: readonly CatalogueRecord[]): Promise<readonly string[]> {
  const log: string[] = [];
  const port = await freePort();
  const settings = { ...TEST_SETTINGS, cacheFolder: null, database: address, port };
  return told(async () => {
    const server = await startServer(
      settings,
      pino({ level: 'error' }, { write: (line: string) => void log.push(line) }),
    );
    try {
      await server.ready;
      const talks = records.flatMap((record) => (record.type === 'talk' ? [`/api/talks/${record.slug}`] : []));
      for (const target of ['/', '/search', '/api/talks/search?from=2000-01-01', '/people', ...talks]) {
        const { status } = await askPort(port, target);
        assert.ok([200, 404, 503].includes(status), `${target}: ${status}`);
      }
      assert.equal((await askPort(port, '/readyz')).status, 200);
      assert.deepEqual(log, []);
    } finally {
      await server.close();
    }
  });
}

async function found(store: Store): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const { what } of store.findDamage()) all.push(what);
  return all;
}

/** The message of the command line if `act` fails. An error that it cannot explain is a bug. */
async function told(act: () => Promise<unknown>): Promise<readonly string[]> {
  try {
    await act();
    return [];
  } catch (error) {
    const explanation = explain(error);
    if (explanation === undefined) throw error;
    return [explanation];
  }
}
