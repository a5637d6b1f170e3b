// Loaded before Lectern: answers, over the channel to its parent, how many requests have come and what they took.
// Plain JavaScript, so that nothing is loaded into the process that it does not have in production.
import { subscribe } from 'node:diagnostics_channel';
import { isMainThread } from 'node:worker_threads';

const counted = { requests: 0, notModified: 0 };

if (isMainThread && process.send !== undefined) {
  subscribe('http.server.response.finish', (message) => {
    const { request, response } =
      /** @type {{ request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse }} */ (
        message
      );
    if (request.url === '/healthz' || request.url === '/readyz') return;
    counted.requests += 1;
    if (response.statusCode === 304) counted.notModified += 1;
  });
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ ...counted, cpu: user + system });
  });
  process.on('disconnect', () => process.exit());
  process.channel?.unref();
}
