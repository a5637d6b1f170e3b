import type { Bench, Benchmark } from '../benchmark.ts';
import { JSON_PLAIN } from '../harness/ask.ts';
import { importedCatalogue } from '../harness/catalogue.ts';
import { serveLectern, type MeasuredProcess } from '../harness/measured-process.ts';
import { Random } from '../harness/random.ts';
import { versus } from '../harness/versus.ts';

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
      // With and without a hit in the response cache: a talk is small either way.
      for (const form of ['common', 'json']) {
        const servers: MeasuredProcess[] = [];
        try {
          for (const log of [form, 'off'])
            servers.push(await serveLectern({ ...catalogue, name: log, args: ['--access-log', log] }));
          const [logging, silent] = servers;
          if (logging === undefined || silent === undefined) return;
          const plan = () => bench.load.plan(targets, JSON_PLAIN);
          const sides = [
            { server: silent, plan: await plan() },
            { server: logging, plan: await plan() },
          ] as const;
          const { first, second, cpuRatio } = await versus(bench.load, ...sides, {
            rounds: bench.rounds,
            amount: AMOUNT,
            warmup: targets.length * 2,
          });
          bench.report({
            what: `talk by id, --access-log ${form}`,
            talks,
            unit: 'off/on',
            value: cpuRatio.median,
            spread: cpuRatio,
            details: { 'off µs': first.cpu.median, 'on µs': second.cpu.median },
          });
        } finally {
          for (const server of servers) {
            await bench.load.forget(server.port);
            await server.stop();
          }
        }
      }
    }
  },
};
