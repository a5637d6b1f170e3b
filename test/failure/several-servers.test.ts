import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { jsonOf } from '../support/http/http-answer.ts';
import { valueAt } from '../support/json-value.ts';
import { serveLectern, type ServingProcess } from '../support/process/lectern-process.ts';
import { until } from '../support/until.ts';
import { catalogueFile, edition, importFile } from './catalogues.ts';
import { ownServer, type OwnServer } from './places.ts';

const COUNT = 30;
const SEARCH = `/api/talks/search?from=2026-01-01&count=${COUNT}`;

/** The edition of an answer. Fails if the answer mixes several or is incomplete. */
function editionOf(value: unknown): number {
  const found = new Set(JSON.stringify(value).match(/Edition \d+/g));
  assert.equal(found.size, 1, `an answer mixes ${[...found].join(' and ')}`);
  assert.equal(valueAt(value, 'total'), COUNT);
  return Number([...found].join('').slice('Edition '.length));
}

/** Requests from one server on one connection until aborted, and notes each new edition. */
async function readOn(server: ServingProcess, editions: number[], signal: AbortSignal): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let time = 0; !signal.aborted; time += 1) {
    const path = time % 2 === 0 ? SEARCH : `${SEARCH}&x=${time}`;
    const answer = await server.ask(path, { agent });
    assert.equal(answer.status, 200, answer.body.toString());
    const edition = editionOf(jsonOf(answer));
    if (editions.at(-1) !== edition) editions.push(edition);
    // This tests when an import is seen, not load.
    await setTimeout(20);
  }
  agent.destroy();
}

describe('several serving processes on one database', () => {
  let place: OwnServer;
  const servers: ServingProcess[] = [];
  before(async () => {
    place = await ownServer();
    await importFile(place.address, await catalogueFile(place.folder, '0', edition('Edition 0', COUNT)));
    for (let n = 0; n < 3; n += 1) servers.push(await serveLectern(place.address));
  });
  after(async () => {
    for (const server of servers) await server.kill();
    await place.remove();
  });

  it('see every import completely and never go back to an older one on one connection', async () => {
    const stop = new AbortController();
    const readers = [...servers, ...servers].map((server) => ({ server, seen: [] as number[] }));
    const reading = Promise.all(readers.map(({ server, seen }) => readOn(server, seen, stop.signal)));
    for (let number = 0; number <= 3; number += 1) {
      const title = `Edition ${number}`;
      const file = await catalogueFile(place.folder, String(number), edition(title, COUNT));
      const { status, stderr } = await importFile(place.address, file);
      assert.equal(status, 0, stderr);
      await until(() => readers.every(({ seen }) => seen.at(-1) === number), `${title} to be seen by every reader`);
    }
    stop.abort();
    await reading;
    for (const { seen } of readers) assert.deepEqual(seen, [0, 1, 2, 3]);
  });

  it('see an import even if its notification is lost', async () => {
    // Cuts the connections that listen, so that the processes have to poll.
    const listening = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE 'LISTEN%'`;
    await place.server.query(listening);
    const file = await catalogueFile(place.folder, '4', edition('Edition 4', COUNT));
    assert.equal((await importFile(place.address, file)).status, 0);
    for (const server of servers) {
      const isSeen = async (): Promise<boolean> => editionOf(jsonOf(await server.ask(SEARCH))) === 4;
      await until(isSeen, 'the import to be seen');
    }
  });

  it('hold a bounded number of connections and close all of them when they stop', async () => {
    const count = await place.server.connections(place.name);
    assert.ok(count <= 12 * servers.length, `${count} connections`);
    for (const server of servers) {
      server.process.kill('SIGTERM');
      assert.deepEqual([(await server.finished).status, (await server.finished).stderr], [0, '']);
    }
    await until(async () => (await place.server.connections(place.name)) === 0, 'all connections to be closed');
  });
});
