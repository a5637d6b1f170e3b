import { once } from 'node:events';
import { createServer } from 'node:net';

/** A currently free port of the loopback interface. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port');
  probe.close();
  await once(probe, 'close');
  return address.port;
}
