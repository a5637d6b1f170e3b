import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench, Benchmark } from '../benchmark.ts';
import { ask, JSON_PLAIN } from '../harness/ask.ts';
import { CACHE, catalogueOf, importedCatalogue, say } from '../harness/catalogue.ts';
import { writeChanged } from '../harness/changed-catalogue.ts';
import { runLectern } from '../harness/command.ts';
import type { Facts } from '../harness/facts.ts';
import type { Plan } from '../harness/load.ts';
import { serveLectern, type MeasuredProcess } from '../harness/measured-process.ts';
import { fieldOf, numberOf } from '../harness/narrow.ts';
import { Random } from '../harness/random.ts';
import { quantile, spread } from '../harness/statistics.ts';
import { distinct, upcoming } from '../harness/targets.ts';
import { warm } from '../harness/versus.ts';

const TALKS = 100_000;
const RATE = 400;
const ROUNDS = 3;
const TIMES_AS_SLOW = 1.5;

export const readers: Benchmark = {
  name: 'readers',
  question: 'How much slower are answers while another process imports 100,000 talks?',
  run: async (bench: Bench) => {
    const { database, facts, file } = await importedCatalogue(TALKS);
    const folder = mkdtempSync(join(CACHE, 'readers-'));
    try {
      const copy = join(folder, 'lectern.db');
      copyFileSync(database, copy);
      mkdirSync(join(folder, 'cache'));
      const server = await serveLectern({ database: copy, cacheFolder: join(folder, 'cache') });
      try {
        const plan = await bench.load.plan(questions(facts), JSON_PLAIN);
        await warm(bench.load, { server, plan }, 60_000);
        const reading = { bench, server, plan, database: copy };
        const added = [];
        for (let seed = 2; seed < 2 + ROUNDS; seed += 1) added.push((await catalogueOf(TALKS, seed)).file);
        await compare(reading, 'readers’ p99 while 100,000 talks are added', added);
        await compare(reading, 'readers’ p99 while 100,000 talks are changed', await changedFiles(file, folder));
      } finally {
        await bench.load.forget(server.port);
        await server.stop();
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** Searches of the coming weeks, each another one, and talks. */
function questions({ known }: Facts): string[] {
  const random = new Random(9);
  return distinct(60_000, random, (any) =>
    any.below(2) === 0 ? upcoming(any) : `/api/talks/${any.pick(known).slug}?n=${String(any.below(1000))}`,
  );
}

async function changedFiles(file: string, folder: string): Promise<string[]> {
  const files: string[] = [];
  for (let i = 1; i <= ROUNDS; i += 1) {
    const changed = join(folder, `changed-${String(i)}.ndjson`);
    await writeChanged(file, changed, { oneOf: 1, others: true, mark: ` (${String(i)})` });
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

/** An import, then as long without one, and so on. */
async function compare(
  { bench, server, plan, database }: Reading,
  what: string,
  files: readonly string[],
): Promise<void> {
  const { port } = server;
  const quiet: number[] = [];
  const busy: number[] = [];
  let failed = 0;
  for (const file of files) {
    say('importing while others read');
    const imported = importAndWait(port, file, database);
    const during = await bench.load.steadily(port, plan, RATE, imported);
    const idle = await bench.load.steadily(port, plan, RATE, delay(during.seconds * 1000));
    failed += during.failed + idle.failed;
    busy.push(quantile(during.milliseconds, 0.99));
    quiet.push(quantile(idle.milliseconds, 0.99));
  }
  const ratio = spread(busy.map((p99, i) => p99 / (quiet[i] ?? NaN)));
  bench.report({
    what,
    talks: TALKS,
    unit: 'import/quiet',
    value: ratio.median,
    spread: ratio,
    target: { at: TIMES_AS_SLOW, better: 'less' },
    details: { 'import ms': spread(busy).median, 'quiet ms': spread(quiet).median, 'a second': RATE, failed },
  });
}

/** Until the server answers from what was imported, and a moment longer. */
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
