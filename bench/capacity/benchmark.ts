import type { Bench, Benchmark } from '../benchmark.ts';
import { say } from '../harness/catalogue.ts';
import { mebibytes } from '../harness/process-memory.ts';
import { Client } from './client.ts';
import { KIND_IDS, KINDS } from './kinds.ts';
import { measure } from './measure.ts';
import { saveMeasurement, type Measurement } from './measurements.ts';

const WORKERS = [1, 2];

export const capacity: Benchmark = {
  name: 'capacity',
  question: 'How many requests, how much memory and how soon a new version, with one worker and two?',
  run: async (bench: Bench) => {
    await Client.demand();
    for (const talks of [...bench.sizes].sort((a, b) => a - b)) {
      for (const workers of WORKERS) {
        const measurement = await measure({ talks, workers, rounds: bench.rounds, load: bench.load });
        saveMeasurement(measurement);
        report(bench, measurement);
      }
    }
    say('the tables of docs/capacity.md: node bench/capacity/tables.ts');
  },
};

/** Reports the main figures; the file from which the tables are made has all of them. */
function report({ report: tell }: Bench, measurement: Measurement): void {
  const { talks, workers, start, memory, kinds, news } = measurement;
  const by = `, ${String(workers)} ${workers === 1 ? 'worker' : 'workers'}`;
  for (const kind of KIND_IDS) {
    const { requestsPerSecond, main, other, client } = kinds[kind];
    const details = { 'server µs': (main + other) * 1e6, 'client µs': client * 1e6 };
    tell({ what: `${KINDS[kind]}${by}`, talks, unit: 'requests/s', value: requestsPerSecond, details });
  }
  tell({ what: `ready after start${by}`, talks, unit: 's', value: start.saved, details: { 'index made': start.made } });
  tell({ what: `memory after a varied load${by}`, talks, unit: 'MiB', value: mebibytes(memory.afterLoad.total) });
  for (const { changed, live } of news)
    tell({ what: `commit to live, ${String(changed)} changed${by}`, talks, unit: 's', value: Math.max(...live) });
}
