import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { atMost, type Bench, type Benchmark } from '../benchmark.ts';
import { JSON_PLAIN, servedVersion } from '../harness/ask.ts';
import { importedCatalogue, inFolder, say } from '../harness/catalogue.ts';
import { writeChanged } from '../harness/changed-catalogue.ts';
import { runLectern } from '../harness/command.ts';
import type { Plan } from '../harness/load.ts';
import type { MeasuredProcess } from '../harness/measured-process.ts';
import { Random } from '../harness/random.ts';
import { quantile, spread } from '../harness/statistics.ts';
import { distinct, reader } from '../harness/targets.ts';
import { warm } from '../harness/versus.ts';
import { withServer } from '../harness/with-server.ts';

const TALKS = 100_000;
const ROUNDS = 3;
const TIMES_AS_SLOW = 1.5;
/** Target of the 99th percentile in milliseconds, while 1 % of the talks are changed. */
const P99 = 15;
/** Maximum milliseconds that an import may block a server's event loop. */
const LONGEST_STALL = 50;

export const readers: Benchmark = {
  name: 'readers',
  question: 'How much slower are responses during an import?',
  run: async (bench: Bench) => {
    const { database, facts, file } = await importedCatalogue(TALKS);
    await inFolder('readers', async (folder) => {
      const copy = join(folder, 'lectern.db');
      copyFileSync(database, copy);
      mkdirSync(join(folder, 'cache'));
      await withServer(bench.load, { database: copy, cacheFolder: join(folder, 'cache') }, async (server) => {
        const plan = await bench.load.plan(distinct(60_000, new Random(9), reader(facts)), JSON_PLAIN);
        await server.untilIdle();
        await warm(bench.load, { server, plan }, 60_000);
        const reading = { bench, server, plan, database: copy };
        const few = await changedFiles(file, folder, 100);
        await compare(reading, { what: 'while 1 % of 100,000 talks are changed', rate: 200, files: few, p99: P99 });
        const all = await changedFiles(file, folder, 1);
        await compare(reading, { what: 'while 100,000 talks are changed', rate: 400, files: all });
      });
    });
  },
};

/** Writes catalogue files that change one in `oneOf` talks. */
async function changedFiles(file: string, folder: string, oneOf: number): Promise<string[]> {
  const files: string[] = [];
  for (let i = 1; i <= ROUNDS; i += 1) {
    const changed = join(folder, `changed-${String(oneOf)}-${String(i)}.ndjson`);
    await writeChanged(file, changed, { oneOf, others: oneOf === 1, mark: ` (${String(i)})` });
    files.push(changed);
  }
  return files;
}

interface Reading {
  readonly bench: Bench;
  readonly server: MeasuredProcess;
  readonly plan: Plan;
  readonly database: string;
}

interface Importing {
  readonly what: string;
  /** Requests per second. */
  readonly rate: number;
  /** Target of the readers’ 99th percentile, in milliseconds. */
  readonly p99?: number;
  /** Imported one after the other. */
  readonly files: readonly string[];
}

/** Alternates between an import and a period of the same length without one. */
async function compare(
  { bench, server, plan, database }: Reading,
  { what, rate, files, p99 }: Importing,
): Promise<void> {
  const { port } = server;
  const quiet: number[] = [];
  const busy: number[] = [];
  const stalls: number[] = [];
  let failed = 0;
  for (const file of files) {
    say('importing while others read');
    await server.watchDelay();
    const during = await bench.load.steadily(port, plan, rate, importAndWait(port, file, database));
    stalls.push(await server.longestDelay());
    const idle = await bench.load.steadily(port, plan, rate, delay(during.seconds * 1000));
    failed += during.failed + idle.failed;
    busy.push(quantile(during.milliseconds, 0.99));
    quiet.push(quantile(idle.milliseconds, 0.99));
  }
  const stalled = { what: `longest stall ${what}`, talks: TALKS, target: atMost(LONGEST_STALL) };
  bench.report({ ...stalled, unit: 'ms', value: spread(stalls) });
  const percentile = { what: `readers’ p99 ${what}`, talks: TALKS };
  const details = { 'quiet ms': spread(quiet).median, 'a second': rate, failed };
  bench.report({ ...percentile, unit: 'ms', value: spread(busy), target: atMost(p99), details });
  bench.report({
    ...percentile,
    unit: 'import/quiet',
    value: spread(busy.map((each, i) => each / (quiet[i] ?? NaN))),
    target: atMost(TIMES_AS_SLOW),
  });
}

/** Imports a file, waits until the server serves the new version, and then waits another second. */
async function importAndWait(port: number, file: string, database: string): Promise<void> {
  const before = await servedVersion(port);
  await runLectern(['import', file, '--database', `sqlite:${database}`]);
  while ((await servedVersion(port)) === before) await delay(100);
  await delay(1_000);
}
