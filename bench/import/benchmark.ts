import { join } from 'node:path';
import { atLeast, atMost, type Bench, type Benchmark } from '../benchmark.ts';
import { catalogueOf, inFolder } from '../harness/catalogue.ts';
import { runLectern, type Taken } from '../harness/command.ts';
import { mebibytes } from '../harness/process-memory.ts';
import { spread } from '../harness/statistics.ts';

const RUNS = 3;
const TALKS_A_SECOND = 20_000;
const MEBIBYTES = 400;

export const importing: Benchmark = {
  name: 'import',
  question: 'How long does an import take, and how much memory?',
  run: async (bench: Bench) => {
    for (const talks of bench.sizes) {
      const { file } = await catalogueOf(talks);
      await inFolder('import', async (folder) => {
        const runs = { fresh: [] as Taken[], unchanged: [] as Taken[] };
        for (let i = 0; i < runsOf(talks); i += 1) {
          const take = () =>
            runLectern(['import', file, '--database', `sqlite:${join(folder, `run-${String(i)}.db`)}`]);
          runs.fresh.push(await take());
          runs.unchanged.push(await take());
        }
        report(bench, talks, 'import into a new store', runs.fresh, talks >= 100_000);
        report(bench, talks, 'import again, nothing changed', runs.unchanged);
      });
    }
  },
};

function runsOf(talks: number): number {
  return talks > 200_000 ? 1 : RUNS;
}

function report(bench: Bench, talks: number, what: string, runs: readonly Taken[], held = false): void {
  bench.report({
    what,
    talks,
    unit: 'talks/s',
    value: spread(runs.map(({ seconds }) => talks / seconds)),
    target: atLeast(held ? TALKS_A_SECOND : undefined),
    details: {
      seconds: spread(runs.map(({ seconds }) => seconds)).median,
      'CPU s': spread(runs.map(({ cpuSeconds }) => cpuSeconds)).median,
    },
  });
  bench.report({
    what: `${what}: peak memory`,
    talks,
    unit: 'MiB',
    value: mebibytes(Math.max(...runs.map(({ peak }) => peak))),
    target: atMost(held ? MEBIBYTES : undefined),
  });
}
