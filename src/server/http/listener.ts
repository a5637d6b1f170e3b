import { createServer, type Server, type Socket } from 'node:net';

/** A source of connections. */
export interface Listener {
  /** The TCP port that clients connect to. */
  readonly port: number;
  /**
   * Passes every connection to `take` from now on, which returns false if it no longer accepts any.
   */
  open(take: (socket: Socket) => boolean): void;
  /** Stops accepting; connections already accepted may still be passed on. */
  close(): void;
}

/** Opens a port of this machine. Rejects with the system's error if it is not available. */
export async function openListener(host: string, port: number): Promise<Listener> {
  let take: (socket: Socket) => boolean = () => false;
  const server = createServer({ noDelay: true }, (socket) => {
    if (!take(socket)) socket.destroy();
  });
  await listen(server, host, port);
  return {
    port: portOf(server),
    open: (taker) => {
      take = taker;
    },
    close: () => {
      server.close();
    },
  };
}

/** Resolves when the server listens; rejects with the system's error if it cannot. */
export function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** The port that a server listens on. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server that does not listen has no port');
  return address.port;
}
