import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral range, from which outgoing connections could take the port while a server is down. */
const FIRST = 12_000;
const LAST = 31_000;

/** A free port of the loopback interface, for a server that is stopped and started again. */
export async function settledPort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
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
