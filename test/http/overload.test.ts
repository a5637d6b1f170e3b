import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { KeptConnection } from '../support/http/kept-connection.ts';
import { testServer } from '../support/http/server.ts';
import { until } from '../support/until.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';

/** Milliseconds that the process gets no processor time. */
const A_STALL = 1_600;

describe('a service on a machine that other programs keep busy', { concurrency: false }, () => {
  const server = testServer([talk(slugOf(1), '2026-01-01T12:00:00Z')]);
  const connections: KeptConnection[] = [];
  after(() => {
    for (const connection of connections) connection.end();
  });
  let asked = 0;

  /** Sends this many requests, which arrive while the service stalls, and returns the statuses that occur. */
  async function askTogether(count: number): Promise<ReadonlySet<number>> {
    const { port } = await server.started();
    while (connections.length < count) connections.push(await KeptConnection.open(port));
    const answers = connections.map((each) => each.ask(`/api/talks/search?from=2026-01-01&x=${String((asked += 1))}`));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, A_STALL);
    return new Set((await Promise.all(answers)).map(({ status }) => status));
  }

  it('answers 49 simultaneous requests again and again without rejecting any', async () => {
    for (let time = 0; time < 4; time += 1) assert.deepEqual(await askTogether(49), new Set([200]));
  });

  it('soon rejects some of 50 simultaneous requests', async () => {
    await until(async () => (await askTogether(50)).has(503), 'a request to be rejected');
  });
});
