import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench, Benchmark } from '../benchmark.ts';
import { ask, JSON_PLAIN } from '../harness/ask.ts';
import { CACHE, importedCatalogue, say } from '../harness/catalogue.ts';
import { writeChanged } from '../harness/changed-catalogue.ts';
import { runLectern } from '../harness/command.ts';
import type { Plan } from '../harness/load.ts';
import { serveLectern, type MeasuredProcess } from '../harness/measured-process.ts';
import { fieldOf, numberOf } from '../harness/narrow.ts';
import { Random } from '../harness/random.ts';
import { quantile, spread } from '../harness/statistics.ts';
import { distinct, reader } from '../harness/targets.ts';
import { warm } from '../harness/versus.ts';

const TALKS = 100_000;
const ROUNDS = 3;
const TIMES_AS_SLOW = 1.5;
/** Most milliseconds for which an import may keep a server from answering. */
const LONGEST_STALL = 50;

export const readers: Benchmark = {
  name: 'readers',
  question: 'How much slower are answers while another process changes talks?',
  run: async (bench: Bench) => {
    const { database, facts, file } = await importedCatalogue(TALKS);
    const folder = mkdtempSync(join(CACHE, 'readers-'));
    try {
      const copy = join(folder, 'lectern.db');
      copyFileSync(database, copy);
      mkdirSync(join(folder, 'cache'));
      const server = await serveLectern({ database: copy, cacheFolder: join(folder, 'cache') });
      try {
        const plan = await bench.load.plan(distinct(60_000, new Random(9), reader(facts)), JSON_PLAIN);
        await warm(bench.load, { server, plan }, 60_000);
        const reading = { bench, server, plan, database: copy };
        const few = await changedFiles(file, folder, 100);
        await compare(reading, { what: 'while 1 % of 100,000 talks are changed', rate: 200, files: few });
        const all = await changedFiles(file, folder, 1);
        await compare(reading, { what: 'while 100,000 talks are changed', rate: 400, files: all });
      } finally {
        await bench.load.forget(server.port);
        await server.stop();
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** Catalogue files that change one in `oneOf` talks. */
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
  /** Requests a second. */
  readonly rate: number;
  /** Imported one after the other. */
  readonly files: readonly string[];
}

/** Alternates between an import and an equally long time without one. */
async function compare({ bench, server, plan, database }: Reading, { what, rate, files }: Importing): Promise<void> {
  const { port } = server;
  const quiet: number[] = [];
  const busy: number[] = [];
  const stalls: number[] = [];
  let failed = 0;
  for (const file of files) {
    say('importing while others read');
    await server.watchDelay();
    const during = await bench.load.steadily(port, plan, rate, importAndWait(port, file, database));
    stalls.push((await server.delay()).longest);
    const idle = await bench.load.steadily(port, plan, rate, delay(during.seconds * 1000));
    failed += during.failed + idle.failed;
    busy.push(quantile(during.milliseconds, 0.99));
    quiet.push(quantile(idle.milliseconds, 0.99));
  }
  const ratio = spread(busy.map((p99, i) => p99 / (quiet[i] ?? NaN)));
  const stall = spread(stalls);
  bench.report({
    what: `longest stall ${what}`,
    talks: TALKS,
    unit: 'ms',
    value: stall.median,
    spread: stall,
    target: { at: LONGEST_STALL, better: 'less' },
  });
  bench.report({
    what: `readers’ p99 ${what}`,
    talks: TALKS,
    unit: 'import/quiet',
    value: ratio.median,
    spread: ratio,
    target: { at: TIMES_AS_SLOW, better: 'less' },
    details: { 'import ms': spread(busy).median, 'quiet ms': spread(quiet).median, 'a second': rate, failed },
  });
}

/** Imports, and waits until the server serves the new version, and a moment longer. */
async function importAndWait(port: number, file: string, database: string): Promise<void> {
  const before = await version(port);
  await runLectern(['import', file, '--database', `sqlite:${database}`]);
  while ((await version(port)) === before) await delay(100);
  await delay(1_000);
}

async function version(port: number): Promise<number> {
  const { body } = await ask(port, '/readyz', JSON_PLAIN);
  const answer: unknown = JSON.parse(body.toString());
  return numberOf(fieldOf(answer, 'catalogue'), 'version');
}
