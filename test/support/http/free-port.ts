import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range of outgoing connections, one of which could take the port before a server listens on it. */
const FIRST = 12_000;
const LAST = 31_000;

/** Starts anywhere, and continues in order: no two servers of a process get the same port while they start. */
let next = FIRST + Math.floor(Math.random() * (LAST - FIRST));

/** A port of the loopback interface on which nothing listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = port + 1 < LAST ? port + 1 : FIRST;
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
    return true;
  } catch {
    return false;
  }
}
