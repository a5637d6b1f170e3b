import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, it, mock, type TestContext } from 'node:test';
import { Connections } from '#server/http/connections.ts';

/** Both ends of a connection: the client's, and the server's. */
async function connected(t: TestContext): Promise<[Socket, Socket]> {
  const server = createServer().listen(0, '127.0.0.1');
  const taken = once(server, 'connection') as Promise<[Socket]>;
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [socket] = await taken;
  t.after(() => {
    client.destroy();
    socket.destroy();
    server.close();
  });
  return [client, socket];
}

/** Stops the time, and returns a function that sets it, in milliseconds from now. */
function clockOf(t: TestContext): (time: number) => void {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  mock.timers.enable({ apis: ['setInterval', 'setImmediate', 'setTimeout'] });
  t.after(() => mock.timers.reset());
  return (time) => {
    mock.timers.tick(time - now);
    now = time;
    // Connections are looked at every 50 ms.
    mock.timers.tick(50);
  };
}

describe('the connections of a process that ends', () => {
  for (const [why, kept] of [
    ['stopped', 1_000],
    ['replaced', 10_000],
  ] as const)
    it(`are closed once they have been idle for ${String(kept / 1000)} s if it is ${why}`, async (t) => {
      const [, socket] = await connected(t);
      const setTime = clockOf(t);
      const connections = new Connections();
      connections.add(socket);
      void connections.drain(why, 600);
      setTime(kept - 1);
      assert.equal(socket.writableEnded, false);
      setTime(kept);
      assert.equal(socket.writableEnded, true);
    });

  it('are kept until the end of the grace period while a request has arrived only in part', async (t) => {
    const [client, socket] = await connected(t);
    const connections = new Connections();
    connections.add(socket);
    client.write('GET / HTTP/1.1\r\n');
    await once(socket, 'data');
    const setTime = clockOf(t);
    void connections.drain('stopped', 600);
    setTime(599_000);
    assert.deepEqual([socket.writableEnded, socket.destroyed], [false, false]);
    setTime(600_000);
    assert.equal(socket.destroyed, true);
  });
});
