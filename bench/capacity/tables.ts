// Prints the tables of docs/capacity.md from the last measurements: node bench/capacity/tables.ts
import { figure, table } from '../harness/table.ts';
import { KIND_IDS, KINDS } from './kinds.ts';
import { savedMeasurements, type Measurement } from './measurements.ts';

const measurements = savedMeasurements();

const TABLES: Readonly<Record<string, () => string>> = {
  'Requests a second': requests,
  'Start and memory': startAndMemory,
  'A new version': versions,
};
for (const [title, print] of Object.entries(TABLES)) process.stdout.write(`\n### ${title}\n\n${print()}\n`);

function requests(): string {
  const header = ['question', 'talks', 'workers', 'requests/s', 'server µs', 'of it main', 'client µs', 'p99 ms'];
  const rows = KIND_IDS.flatMap((kind) =>
    measurements.map((one) => {
      const { requestsPerSecond, main, other, client, p99, bytes } = one.kinds[kind];
      const times = [(main + other) * 1e6, main * 1e6, client * 1e6, p99 * 1e3, bytes].map(figure);
      return [KINDS[kind], ...name(one), figure(requestsPerSecond), ...times];
    }),
  );
  return table([...header, 'bytes'], rows);
}

function startAndMemory(): string {
  const header = ['talks', 'workers', 'ready s', 'index not made s', 'index', 'at start', 'after load'];
  const rows = measurements.map((one) => {
    const { index, atStart, afterLoad, afterNews } = one.memory;
    const sizes = [index, atStart.total, afterLoad.total, afterNews.total, afterNews.peak];
    return [...name(one), figure(one.start.saved), figure(one.start.made), ...sizes.map(mebibytes)];
  });
  return table([...header, 'versions later', 'peak of a process'], rows);
}

function versions(): string {
  const header = ['talks', 'workers', 'changed', 'live after s', 'longest answer s', 'import s'];
  const rows = measurements.flatMap((one) =>
    one.news.map(({ changed, live, pause, untilCommit }) => {
      const range = `${figure(Math.min(...live))}–${figure(Math.max(...live))}`;
      return [...name(one), changed.toLocaleString('en'), range, figure(Math.max(...pause)), figure(untilCommit)];
    }),
  );
  return table(header, rows);
}

function mebibytes(bytes: number): string {
  return `${figure(bytes / 2 ** 20)} MiB`;
}

function name({ talks, workers }: Measurement): [string, string] {
  return [talks.toLocaleString('en'), String(workers)];
}
