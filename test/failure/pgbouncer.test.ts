import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { itServesOnAt } from '../http/broken-store.ts';
import { lectern, startLectern } from '../support/process/command.ts';
import type { DatabasePlace } from '../support/db/fresh-database.ts';
import { PgBouncer, withoutPgBouncer } from '../support/postgres/pgbouncer.ts';
import { sharedPostgres } from '../support/postgres/shared.ts';
import { startTestServer, type TestServer } from '../support/http/server.ts';
import { until } from '../support/until.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { catalogueFile, edition, exported, importFile, replacing } from './catalogues.ts';
import { placeAt } from './places.ts';

const POOL = 3;

describe('Lectern behind PgBouncer in transaction mode', { skip: withoutPgBouncer() }, () => {
  let pooler: PgBouncer;
  before(async () => {
    pooler = await PgBouncer.inFrontOf(await sharedPostgres(18), POOL);
  });
  after(() => pooler.remove());

  /** A new database, with an address through the pooler and a direct one. */
  async function pooled(): Promise<DatabasePlace & { readonly direct: string; readonly name: string }> {
    const server = await sharedPostgres(18);
    const { name, address, drop } = await server.database();
    const place = await placeAt(pooler.address(name));
    const remove = async (): Promise<void> => {
      await place.remove();
      await drop();
    };
    return { ...place, direct: address, name, remove };
  }

  it('imports, checks, replaces and exports catalogues as without it', async (t) => {
    const place = await pooled();
    t.after(() => place.remove());
    const first = await catalogueFile(place.folder, 'first.ndjson', [...UNIVERSITY, ...edition('First', 500)]);
    const second = await catalogueFile(place.folder, 'second.ndjson', [...UNIVERSITY, ...edition('Second', 700)]);
    for (const file of [first, second]) {
      const { status, stderr } = await importFile(place.address, file);
      assert.deepEqual([status, stderr], [0, '']);
      assert.equal(await exported(place.address), await exported(place.direct));
    }
    const refused = await lectern(['import', '--database', place.address, '-'], { input: '{"type":"talk"}\n' });
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /\nNothing was changed\.\n$/);
    assert.equal((await exported(place.address)).split('\n').length, UNIVERSITY.length + 700 + 1);
  });

  it('runs several servers on three database connections, and all see an import', async (t) => {
    const place = await pooled();
    const kept = { ...place, remove: () => Promise.resolve() };
    const servers: TestServer[] = [];
    for (let n = 0; n < 3; n += 1) servers.push(await startTestServer(UNIVERSITY, {}, kept));
    t.after(async () => {
      for (const server of servers) await server.close();
      await place.remove();
    });
    const [one = assert.fail()] = servers;
    for (let n = 1; n <= 3; n += 1) {
      const slug = slugOf(900 + n);
      await one.import([talk(slug, '2030-01-01T12:00:00Z')]);
      for (const server of servers) {
        await until(async () => (await server.ask(`/api/talks/${slug}`)).status === 200, 'the import to be seen');
      }
    }
    const many = Array.from({ length: 60 }, (_, n) => `/api/talks/search?from=2015-01-01&count=${n + 1}`);
    for (const server of servers) {
      for (const answer of await Promise.all(many.map((path) => server.ask(path)))) assert.equal(answer.status, 200);
    }
    const shared = await sharedPostgres(18);
    assert.ok((await shared.connections(place.name)) <= POOL);
  });

  it('lets imports wait for another one and say so', async (t) => {
    const place = await pooled();
    t.after(() => place.remove());
    const file = await catalogueFile(place.folder, 'second.ndjson', edition('Second', 100));
    const first = startLectern(replacing(place.address, '-'));
    await first.reading(await readFile(file, 'utf8'));
    const shared = await sharedPostgres(18);
    const locks = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = '${place.name}')`;
    await until(async () => (await shared.query(locks)).length > 0, 'the import to begin');
    const others = [1, 2].map(() => startLectern(replacing(place.address, file)));
    const waiting = 'Another process is writing to the catalogue; waiting for it to finish.\n';
    await until(() => others.every((each) => each.said().stderr === waiting), 'the others to say that they wait');
    first.process.stdin?.end();
    const done = await Promise.all([first, ...others].map(({ finished }) => finished));
    assert.deepEqual(
      done.map(({ status }) => status),
      [0, 0, 0],
      done.map(({ stderr }) => stderr).join(''),
    );
  });

  itServesOnAt(pooled, {
    what: 'while the pooler keeps its clients waiting',
    breakIt: async ({ name }) => {
      await pooler.query(`KILL ${name}`, 'pgbouncer');
      return async () => {
        await pooler.query(`RESUME ${name}`, 'pgbouncer');
      };
    },
  });

  itServesOnAt(pooled, {
    what: 'while the pooler is stopped',
    breakIt: async () => {
      await pooler.stop();
      return () => pooler.start();
    },
  });
});
