import type { Bench, Benchmark } from '../benchmark.js';
import { JSON_PLAIN, type Headers } from '../harness/ask.js';
import type { Catalogue } from '../harness/catalogue.js';
import type { Load } from '../harness/load.js';
import type { MeasuredProcess } from '../harness/measured-process.js';
import { mebibytes } from '../harness/process-memory.js';
import { Random } from '../harness/random.js';
import { anytime, departmentsWithMore, distinct, present, upcoming } from '../harness/targets.js';
import { withEachSize } from '../harness/with-server.js';

/** MiB, by the size of the catalogue. */
const TARGETS: ReadonlyMap<number, number> = new Map([
  [100_000, 300],
  [1_000_000, 800],
]);

export const memory: Benchmark = {
  name: 'memory',
  question: 'How much memory does a server take that was asked for everything?',
  run: (bench: Bench) =>
    withEachSize(bench, async (lectern, catalogue) => {
      const begun = lectern.memory();
      const before = mebibytes(begun?.resident ?? NaN);
      await askForEverything(bench.load, lectern, catalogue);
      const now = lectern.memory();
      if (now === undefined) throw new Error('there is no /proc to read memory from');
      const target = TARGETS.get(catalogue.talks);
      bench.report({
        what: 'resident memory after a long varied load',
        talks: catalogue.talks,
        unit: 'MiB',
        value: mebibytes(now.resident),
        ...(target === undefined ? {} : { target: { at: target, better: 'less' } }),
        details: {
          'at start': before,
          peak: mebibytes(now.peak),
          heap: mebibytes(now.anonymous),
          files: mebibytes(now.file),
          shared: mebibytes(now.shared),
        },
      });
    }),
};

interface Part {
  readonly targets: readonly string[];
  readonly headers: Headers;
  readonly amount: number;
}

async function askForEverything(load: Load, server: MeasuredProcess, { facts }: Catalogue): Promise<void> {
  const random = new Random(8);
  const departments = { parameter: 'organising_department', values: departmentsWithMore(facts), pages: 3 };
  const talks = random.shuffled(facts.known).map(({ slug }) => `/api/talks/${slug}`);
  const anything = distinct(60_000, random, anytime(facts));
  const coming = distinct(20_000, random, upcoming);
  const series = facts.series.slice(0, 20_000).map(({ id }) => `/api/series/${id}`);
  const collections = facts.collections.map((slug) => `/api/collections/id/${slug}`);
  const xml = { Accept: 'application/xml' };
  const gzip = { ...JSON_PLAIN, 'Accept-Encoding': 'gzip' };
  const parts: Part[] = [
    { targets: talks, headers: JSON_PLAIN, amount: 100_000 },
    { targets: anything, headers: JSON_PLAIN, amount: 60_000 },
    { targets: distinct(20_000, random, present(departments)), headers: JSON_PLAIN, amount: 20_000 },
    { targets: talks.slice(0, 20_000), headers: xml, amount: 20_000 },
    { targets: anything.slice(0, 20_000), headers: xml, amount: 20_000 },
    { targets: coming, headers: gzip, amount: 5_000 },
    { targets: coming.slice(0, 2_000), headers: gzip, amount: 10_000 },
    { targets: coming.slice(0, 2_000), headers: { ...JSON_PLAIN, 'Accept-Encoding': 'br' }, amount: 10_000 },
    { targets: series, headers: JSON_PLAIN, amount: 20_000 },
    { targets: collections, headers: JSON_PLAIN, amount: 200 },
    { targets: talks.slice(0, 5_000).map((target) => `${target}.ics`), headers: {}, amount: 5_000 },
    {
      targets: talks.slice(0, 5_000).map((target) => target.replace('/api/talks/', '/talks/id/')),
      headers: {},
      amount: 5_000,
    },
    { targets: talks, headers: JSON_PLAIN, amount: 50_000 },
    { targets: anything, headers: JSON_PLAIN, amount: 30_000 },
  ];
  for (const { targets, headers, amount } of parts) {
    const plan = await load.plan(targets, headers);
    const { failed } = await load.run(server.port, plan, amount);
    if (failed > 0) throw new Error(`${String(failed)} answers like ${targets[0] ?? ''} were not 200`);
  }
}
