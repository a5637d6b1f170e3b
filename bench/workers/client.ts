// A process of its own that asks a server, as clients.ts tells it: as much as it can, and with as little as it can.
import { Connection } from '../harness/connection.ts';
import type { Asking, Answered } from './clients.ts';

/** Each connection asks again as soon as it has its answer. Unlike the harness's, this client sleeps when it waits: it must not take from the server the cores that they share. */
function ask({ port, targets, connections, headers, seconds }: Asking): Promise<Answered> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const requests = targets.map((target) =>
    Buffer.from(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n`, 'latin1'),
  );
  const used = process.cpuUsage();
  const begun = performance.now();
  const end = begun + seconds * 1000;
  let asked = 0;
  let open = connections;
  const answered = { answers: 0, failed: 0, bytes: 0 };
  return new Promise((resolve) => {
    const next = (connection: Connection): void => {
      if (performance.now() < end) {
        const request = requests[asked++ % requests.length] ?? Buffer.alloc(0);
        connection.ask(request, (status, bytes) => {
          if (status === 200) answered.answers += 1;
          else answered.failed += 1;
          answered.bytes += bytes;
          next(connection);
        });
        return;
      }
      connection.close();
      open -= 1;
      if (open > 0) return;
      const { user, system } = process.cpuUsage(used);
      resolve({ ...answered, seconds: (performance.now() - begun) / 1000, cpu: (user + system) / 1e6 });
    };
    for (let i = 0; i < connections; i += 1) next(new Connection(port));
  });
}

process.on('message', (asking: Asking) => {
  ask(asking).then(
    (answered) => process.send?.(answered),
    (error: unknown) => {
      throw error;
    },
  );
});
process.on('disconnect', () => process.exit());
