import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './benchmark.ts';
import { CACHE, say } from './harness/catalogue.ts';
import { Load } from './harness/load.ts';
import { HELP, readOptions } from './options.ts';
import { BENCHMARKS } from './benchmarks.ts';
import { figureTable, medianOf } from './results.ts';

const options = readOptions(process.argv.slice(2));
if (options.help) process.stdout.write(HELP);
else await run();

async function run(): Promise<void> {
  const load = new Load();
  const results: { name: string; figures: Figure[] }[] = [];
  const machine = { cores: cpus().length, processor: cpus()[0]?.model.trim() ?? '', node: process.version };
  const file = join(CACHE, 'results', `${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}.json`);
  mkdirSync(join(CACHE, 'results'), { recursive: true });
  try {
    for (const { name, question, run: measure } of BENCHMARKS.filter(({ name }) => options.names.includes(name))) {
      process.stdout.write(`\n${name}: ${question}\n`);
      const figures: Figure[] = [];
      const report = (figure: Figure): void => {
        figures.push(figure);
        say(
          `${figure.what} at ${figure.talks.toLocaleString('en')}: ${medianOf(figure.value).toPrecision(3)} ${figure.unit}`,
        );
      };
      await measure({ ...options, load, report });
      process.stdout.write(`${figureTable(figures)}\n`);
      results.push({ name, figures });
      // Written after each benchmark, so that results survive if a later one fails.
      writeFileSync(file, JSON.stringify({ machine, options, results }, null, 2));
    }
  } finally {
    load.close();
  }
  process.stdout.write(`\n${String(machine.cores)} cores, Node ${machine.node}\n`);
}
