import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Browsers open connections ahead of time, on which nothing may ever be asked. To Node they count as busy, and a
 * service that stops would wait for them until its grace is over.
 * @returns what closes those on which nothing has come yet
 */
export function silentConnections(server: Server): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}
