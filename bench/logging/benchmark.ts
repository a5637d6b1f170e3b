import type { Bench, Benchmark } from '../benchmark.ts';
import { JSON_PLAIN } from '../harness/ask.ts';
import { importedCatalogue } from '../harness/catalogue.ts';
import { Random } from '../harness/random.ts';
import { versus } from '../harness/versus.ts';
import { withServer } from '../harness/with-server.ts';

const DIFFERENT_TALKS = 5_000;
const AMOUNT = 4_000;

export const logging: Benchmark = {
  name: 'logging',
  question: 'What does the access log cost, with the cheapest responses?',
  run: async (bench: Bench) => {
    for (const talks of bench.sizes) {
      const catalogue = await importedCatalogue(talks);
      const targets = new Random(1)
        .shuffled(catalogue.facts.known)
        .slice(0, DIFFERENT_TALKS)
        .map(({ slug }) => `/api/talks/${slug}`);
      // A talk is among the cheapest responses, with or without a hit in the response cache.
      for (const form of ['common', 'json']) {
        const logs = (log: string) => ({ ...catalogue, name: log, args: ['--access-log', log] });
        await withServer(bench.load, logs(form), (logging) =>
          withServer(bench.load, logs('off'), async (silent) => {
            const plan = () => bench.load.plan(targets, JSON_PLAIN);
            const sides = [
              { server: silent, plan: await plan() },
              { server: logging, plan: await plan() },
            ] as const;
            const how = { rounds: bench.rounds, amount: AMOUNT, warmup: targets.length * 2 };
            const { first, second, cpuRatio } = await versus(bench.load, ...sides, how);
            const details = { 'off µs': first.cpu.median, 'on µs': second.cpu.median };
            bench.report({ what: `a talk, --access-log ${form}`, talks, unit: 'off/on', value: cpuRatio, details });
          }),
        );
      }
    }
  },
};
