import { figure, table } from '../harness/table.ts';
import { KINDS, ofEachKind } from './kinds.ts';
import type { Measurement } from './measurements.ts';
import { indexBytes } from './parameters.ts';

/** Tables of what was measured, as it was. */
export function requests(measurements: readonly Measurement[]): string {
  const header = ['question', 'talks', 'workers', 'requests/s', 'server µs', 'of it main', 'client µs', 'p99 ms'];
  const rows = Object.values(ofEachKind((kind) => kind)).flatMap((kind) =>
    measurements.map((one) => {
      const { requestsPerSecond, main, other, client, p99, bytes } = one.kinds[kind];
      const times = [(main + other) * 1e6, main * 1e6, client * 1e6, p99 * 1e3, bytes].map(figure);
      return [KINDS[kind], ...name(one), figure(requestsPerSecond), ...times];
    }),
  );
  return table([...header, 'bytes'], rows);
}

export function startAndMemory(measurements: readonly Measurement[]): string {
  const header = [
    'talks',
    'workers',
    'ready s',
    'index not made s',
    'index',
    'at start',
    'after load',
    'versions later',
  ];
  const rows = measurements.map((one) => {
    const { start, memory } = one;
    const sizes = [indexBytes(memory.index), memory.atStart.total, memory.afterLoad.total, memory.afterNews.total];
    const times = [figure(start.saved), figure(start.made)];
    return [...name(one), ...times, ...sizes.map(mebibytes), mebibytes(memory.afterNews.peak)];
  });
  return table([...header, 'peak of a process'], rows);
}

export function versions(measurements: readonly Measurement[]): string {
  const header = ['talks', 'workers', 'changed', 'live s', 'CPU s of a process', 'of it main', 'longest answer s'];
  const rows = measurements.flatMap((one) =>
    one.news.map(({ changed, live, main, other, pause, untilCommit, afterCommit }) => {
      const range = `${figure(Math.min(...live))}–${figure(Math.max(...live))}`;
      const times = [main + other, main, Math.max(...pause), untilCommit, afterCommit].map(figure);
      return [...name(one), changed.toLocaleString('en'), range, ...times];
    }),
  );
  return table([...header, 'import until commit s', 'after it s'], rows);
}

export function mebibytes(bytes: number): string {
  return `${figure(bytes / 2 ** 20)} MiB`;
}

function name({ talks, workers }: Measurement): [string, string] {
  return [talks.toLocaleString('en'), String(workers)];
}
