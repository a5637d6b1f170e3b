import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { readAddress } from '#store/address.ts';
import { openStore } from '#store/open.ts';
import { CurrentCatalogue } from '#store/postgres/postgres-engine.ts';
import { StoreUnavailable } from '#store/store.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';
import { freePort } from '../support/http/free-port.ts';
import { importInto } from '../support/db/import-into.ts';
import type { ReachedServer, TestDatabase } from '../support/postgres/reached-server.ts';
import { NO_POSTGRES, sharedPostgres } from '../support/postgres/shared.ts';
import { until } from '../support/until.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';

const TALK = aTalk(slugOf(1));

async function withCatalogue(use: (server: ReachedServer, database: TestDatabase) => Promise<void>): Promise<void> {
  const server = await sharedPostgres(18);
  const database = await server.database();
  try {
    const store = await openStore(database.address, { mode: 'write' });
    await importInto(store, [TALK]);
    await store.close();
    await use(server, database);
  } finally {
    await database.drop();
  }
}

/** The message of opening the store for reading, or `fine`. */
async function said(address: string): Promise<string> {
  try {
    const store = await openStore(address, { mode: 'read' });
    await store.close();
    return 'fine';
  } catch (error) {
    if (error instanceof StoreUnavailable) return error.message;
    throw error;
  }
}

/** A port that accepts connections and never answers. */
async function silentPort(): Promise<{ port: number; close: () => void }> {
  const server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, close: () => server.close() };
}

describe('a catalogue on one of several hosts', { skip: NO_POSTGRES }, () => {
  it('is read from the first host that answers', () =>
    withCatalogue(async (server, { address, name }) => {
      const dead = await freePort();
      const user = address.slice(0, address.lastIndexOf('@'));
      assert.equal(await said(`${user}@127.0.0.1:${dead},127.0.0.1:${server.port}/${name}`), 'fine');
      assert.equal(await said(`${user}@no-such-host.invalid,127.0.0.1:${server.port}/${name}`), 'fine');
    }));

  it('is read even if the first host accepts connections and never answers', () =>
    withCatalogue(async (server, { address, name }) => {
      const silent = await silentPort();
      const user = address.slice(0, address.lastIndexOf('@'));
      const hosts = `127.0.0.1:${silent.port},127.0.0.1:${server.port}`;
      assert.equal(await said(`${user}@${hosts}/${name}?connect_timeout=1`), 'fine');
      silent.close();
    }));

  it('is reported with the problem of each host, and without the password, if none is usable', () =>
    withCatalogue(async (server, { address, name }) => {
      const dead = await freePort();
      const user = address.slice(0, address.lastIndexOf('@'));
      const hosts = `127.0.0.1:${dead},127.0.0.1:${server.port}`;
      const message = await said(`${user}@${hosts}/${name}?target_session_attrs=standby`);
      assert.equal(
        message,
        `The catalogue at postgres://${server.user}@${hosts}/${name} cannot be used: ` +
          `127.0.0.1:${dead} cannot be reached: connection refused. Start PostgreSQL, or correct host and port. (ECONNREFUSED) ` +
          `127.0.0.1:${server.port} is the primary, but the address requires a standby.`,
      );
    }));

  it('is read from the primary if a standby is preferred but none exists', () =>
    withCatalogue(async (_server, { address }) => {
      for (const wanted of ['prefer-standby', 'primary', 'read-write', 'any'])
        assert.equal(await said(`${address}?target_session_attrs=${wanted}`), 'fine', wanted);
    }));

  it('rejects reads while it cannot be reached, and accepts them afterwards', () =>
    withCatalogue(async (server, database) => {
      const store = await openStore(database.address, { mode: 'read' });
      await server.query(`ALTER DATABASE ${database.name} ALLOW_CONNECTIONS false`);
      await server.query(
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${database.name}'`,
      );
      await assert.rejects(store.state(), { name: 'StoreUnavailable' });
      const many = await Promise.allSettled(Array.from({ length: 100 }, () => store.talks([1])));
      assert.ok(many.every(({ status }) => status === 'rejected'));
      await server.query(`ALTER DATABASE ${database.name} ALLOW_CONNECTIONS true`);
      await until(
        () =>
          store.state().then(
            () => true,
            () => false,
          ),
        'the catalogue to be read again',
      );
      await store.close();
    }));

  it('is read in one state, whatever is imported meanwhile, and by the next read in the newest', () =>
    withCatalogue(async (_server, { address }) => {
      const read = readAddress(address);
      assert.ok(read.ok && read.address.engine === 'postgres');
      const catalogue = new CurrentCatalogue(read.address, 60_000);
      const version = 'SELECT max(version) AS version FROM lectern.import';
      const store = await openStore(address, { mode: 'write' });
      const failed = new Error('as after damage');
      const seen: unknown[] = [];
      const reading = catalogue.readOneState(async (ask) => {
        seen.push(await ask(version));
        await importInto(store, [aTalk(slugOf(2))]);
        seen.push(await ask(version));
        throw failed;
      });
      const next = catalogue.read((ask) => ask(version));
      await assert.rejects(reading, failed);
      assert.deepEqual([...seen, await next], [[{ version: 1 }], [{ version: 1 }], [{ version: 2 }]]);
      await store.close();
      await catalogue.close();
    }));

  it('is read over one connection, which ends when the store closes', () =>
    withCatalogue(async (server, { address, name }) => {
      const store = await openStore(address, { mode: 'read' });
      const talks = await Promise.all(Array.from({ length: 200 }, () => store.talks([1])));
      assert.ok(talks.every(([details]) => details?.talk.slug === TALK.slug));
      assert.equal(await server.connections(name), 1);
      const changes = await store.changes(null);
      changes.close();
      for await (const record of store.records()) {
        assert.equal(record.type, 'talk');
        break;
      }
      await store.close();
      await until(async () => (await server.connections(name)) === 0, 'the connections to end');
    }));
});

describe('a catalogue that cannot be read', { skip: NO_POSTGRES }, () => {
  it('is reported with the reason: wrong password, missing user or database, or no TLS', () =>
    withCatalogue(async (server, { name }) => {
      const at = `${server.host}:${server.port}`;
      const where = (user: string, database = name) => `The catalogue at postgres://${user}@${at}/${database}`;
      const complaints = [
        [`postgres://${server.user}:secret@${at}/${name}`, where(server.user), /rejects the password\. .*\(28P01\)$/],
        [`postgres://${server.user}@${at}/${name}`, where(server.user), /needs a password\. Set it/],
        [`${server.address(name)}x`, where(server.user, `${name}x`), /has no such database\. Create it .*\(3D000\)$/],
        [`postgres://nobody:secret@${at}/${name}`, where('nobody'), /rejects the password\. .*\(28P01\)$/],
        [`${server.address(name)}?sslmode=verify-full`, where(server.user), /does not support TLS as requested\./],
      ] as const;
      for (const [address, beginning, rest] of complaints) {
        const message = await said(address);
        assert.equal(message.slice(0, beginning.length), beginning);
        assert.match(message, rest);
        assert.doesNotMatch(message, /secret|SELECT|moss&fern/);
      }
    }));

  it('is reported if no connection is left, while a single one suffices for many reads', () =>
    withCatalogue(async (server, { address, name }) => {
      await server.query(`ALTER DATABASE ${name} CONNECTION LIMIT 0`);
      assert.match(await said(address), /has no connections left\. Allow more .*\(53300\)$/);
      await server.query(`ALTER DATABASE ${name} CONNECTION LIMIT 1`);
      const store = await openStore(address, { mode: 'read' });
      const talks = await Promise.all(Array.from({ length: 50 }, () => store.talks([1])));
      assert.equal(talks.length, 50);
      await store.close();
    }));
});

describe('the notification of an import', { skip: NO_POSTGRES }, () => {
  it('reaches a watching store, even after its connection was terminated', () =>
    withCatalogue(async (server, { address, name }) => {
      const store = await openStore(address, { mode: 'write' });
      let news = 0;
      store.watch(() => (news += 1));
      await until(() => news > 0, 'the first notification');
      const before = news;
      await importInto(store, [aTalk(slugOf(2))]);
      await until(() => news > before, 'the notification of the import');
      const listening = `SELECT pid FROM pg_stat_activity WHERE datname = '${name}' AND query = 'LISTEN lectern'`;
      await server.query(`SELECT pg_terminate_backend(pid) FROM (${listening}) each`);
      await until(async () => (await server.query(listening)).length === 1, 'the store to listen again');
      const then = news;
      await importInto(store, [aTalk(slugOf(3))]);
      await until(() => news > then, 'the notification of the next import');
      await store.close();
      await until(async () => (await server.connections(name)) === 0, 'the connections to end');
    }));
});
