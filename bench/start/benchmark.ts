import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { atMost, type Bench, type Benchmark } from '../benchmark.ts';
import { postgresServer } from '../../test/support/postgres/server.ts';
import { catalogueOf, importedCatalogue, inFolder, TODAY } from '../harness/catalogue.ts';
import { JSON_PLAIN } from '../harness/ask.ts';
import { runLectern } from '../harness/command.ts';
import { freePort } from '../../test/support/http/free-port.ts';
import { spawnLectern, type ServeOptions } from '../harness/measured-process.ts';
import { Random } from '../harness/random.ts';
import { firstSuccess } from '../harness/readiness.ts';
import { quantile, spread } from '../harness/statistics.ts';
import { distinct, reader, search } from '../harness/targets.ts';
import { withServer } from '../harness/with-server.ts';

const RUNS = 10;
const POSTGRES_RUNS = 5;
/** Requests per second, in the first second. */
const RATE = 200;
const FIRST_SECOND_P99 = 100;

/** Targets in seconds, by the size of the catalogue: with what an earlier start has left in the cache folder, and without. */
const TARGETS: ReadonlyMap<number, { readonly kept: number; readonly empty?: number }> = new Map([
  [100_000, { kept: 0.7, empty: 5 }],
  [1_000_000, { kept: 2 }],
]);

export const start: Benchmark = {
  name: 'start',
  question: 'How soon is a server ready?',
  run: async (bench: Bench) => {
    for (const talks of bench.sizes) {
      const { database, facts } = await importedCatalogue(talks);
      await inFolder('start', async (folder) => {
        // All starts with what was kept share a folder that an earlier start has filled; the others each get an empty one.
        const without = await starts(RUNS, () => ({ database, cacheFolder: mkdtempSync(join(folder, 'empty-')) }));
        const kept = { database, cacheFolder: mkdtempSync(join(folder, 'kept-')) };
        await started(kept);
        await reportFirstSecond(bench, talks, kept, distinct(RUNS * RATE * 2, new Random(5), reader(facts)));
        report(bench, talks, 'start until ready', await starts(RUNS, () => kept), TARGETS.get(talks)?.kept);
        report(bench, talks, 'start until ready, with an empty cache folder', without, TARGETS.get(talks)?.empty);
        await reportPostgres(bench, talks, folder);
      });
    }
  },
};

/** Reports the start of a server on PostgreSQL that has no files yet, as in a fresh container. */
async function reportPostgres(bench: Bench, talks: number, folder: string): Promise<void> {
  const server = await postgresServer({ version: 18 });
  try {
    const { address } = await server.database();
    const { file } = await catalogueOf(talks);
    await runLectern(['import', file, '--database', address]);
    const fresh = (): ServeOptions => ({ database: address, cacheFolder: mkdtempSync(join(folder, 'empty-')) });
    const what = 'start until ready on PostgreSQL, with an empty cache folder';
    report(bench, talks, what, await starts(POSTGRES_RUNS, fresh), TARGETS.get(talks)?.empty);
  } finally {
    await server.remove();
  }
}

/** Reports the response times of a server that has just started. */
async function reportFirstSecond(
  bench: Bench,
  talks: number,
  options: ServeOptions,
  questions: readonly string[],
): Promise<void> {
  const plan = await bench.load.plan(questions, JSON_PLAIN);
  const all: number[] = [];
  for (let i = 0; i < RUNS; i += 1) {
    await withServer(bench.load, options, async ({ port }) => {
      const { milliseconds } = await bench.load.steadily(port, plan, RATE, delay(1_000));
      all.push(quantile(milliseconds, 0.99));
    });
  }
  bench.report({
    what: '99th percentile in the first second after ready',
    talks,
    unit: 'ms',
    value: spread(all),
    target: atMost(FIRST_SECOND_P99),
    details: { 'a second': RATE },
  });
}

/** Times in seconds from the start of the process. */
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
  bench.report({
    what,
    talks,
    unit: 's',
    value: spread(all.map(({ ready }) => ready)),
    target: atMost(target),
    details: { 'first search': spread(all.map(({ answered }) => answered)).median, runs: all.length },
  });
}
