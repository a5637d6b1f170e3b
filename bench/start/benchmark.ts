import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, Benchmark } from '../benchmark.ts';
import { CACHE, importedCatalogue, TODAY } from '../harness/catalogue.ts';
import { freePort, spawnLectern, type ServeOptions } from '../harness/measured-process.ts';
import { firstSuccess } from '../harness/readiness.ts';
import { spread } from '../harness/statistics.ts';
import { search } from '../harness/targets.ts';

const RUNS = 10;

/** Seconds, by the size of the catalogue. */
const TARGETS: ReadonlyMap<number, number> = new Map([
  [100_000, 0.5],
  [1_000_000, 2],
]);

export const start: Benchmark = {
  name: 'start',
  question: 'How long after its start is a server ready?',
  run: async (bench: Bench) => {
    for (const talks of bench.sizes) {
      const { database } = await importedCatalogue(talks);
      const folder = mkdtempSync(join(CACHE, 'start-'));
      try {
        // Without a snapshot: each start in an empty folder; with: each in the one folder, after a first that left one.
        const without = await starts(RUNS, () => ({ database, cacheFolder: mkdtempSync(join(folder, 'empty-')) }));
        const kept = { database, cacheFolder: mkdtempSync(join(folder, 'kept-')) };
        await started(kept);
        report(bench, talks, 'ready after start', await starts(RUNS, () => kept), TARGETS.get(talks));
        report(bench, talks, 'ready after start, no snapshot of the index', without);
      } finally {
        rmSync(folder, { recursive: true });
      }
    }
  },
};

/** Seconds from the start of the process. */
interface Started {
  readonly ready: number;
  readonly answered: number;
}

async function starts(runs: number, options: () => ServeOptions): Promise<Started[]> {
  const all: Started[] = [];
  for (let i = 0; i < runs; i += 1) all.push(await started(options()));
  return all;
}

async function started(options: ServeOptions): Promise<Started> {
  const port = await freePort();
  const begun = performance.now();
  const child = spawnLectern(options, port);
  const ended = once(child, 'exit');
  const ready = await firstSuccess(port, '/readyz');
  const answered = await firstSuccess(port, search({ from: TODAY }));
  child.kill('SIGTERM');
  await ended;
  return { ready: (ready - begun) / 1000, answered: (answered - begun) / 1000 };
}

function report(bench: Bench, talks: number, what: string, all: readonly Started[], target?: number): void {
  const seconds = spread(all.map(({ ready }) => ready));
  bench.report({
    what,
    talks,
    unit: 's',
    value: seconds.median,
    spread: seconds,
    ...(target === undefined ? {} : { target: { at: target, better: 'less' } }),
    details: { 'first search': spread(all.map(({ answered }) => answered)).median, runs: all.length },
  });
}
