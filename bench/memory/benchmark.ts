import { atMost, type Bench, type Benchmark } from '../benchmark.ts';
import { askForEverything } from '../harness/everything.ts';
import { mebibytes } from '../harness/process-memory.ts';
import { withEachSize } from '../harness/with-server.ts';

/** Target in MiB, by the size of the catalogue. */
const TARGETS: ReadonlyMap<number, number> = new Map([
  [100_000, 300],
  [1_000_000, 800],
]);

export const memory: Benchmark = {
  name: 'memory',
  question: 'How much memory does a server take after requests of every kind?',
  run: (bench: Bench) =>
    withEachSize(bench, async (lectern, catalogue) => {
      const begun = lectern.memory();
      const before = mebibytes(begun?.resident ?? NaN);
      await askForEverything(bench.load, lectern.port, catalogue);
      const now = lectern.memory();
      if (now === undefined) throw new Error('cannot read memory use without /proc');
      bench.report({
        what: 'resident memory after a long varied load',
        talks: catalogue.talks,
        unit: 'MiB',
        value: mebibytes(now.resident),
        target: atMost(TARGETS.get(catalogue.talks)),
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
