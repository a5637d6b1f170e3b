import type { Bench, Benchmark } from '../benchmark.js';
import { say } from '../harness/catalogue.js';
import { mebibytes } from '../harness/process-memory.js';
import { Client } from './client.js';
import { KINDS, ofEachKind } from './kinds.js';
import { measure } from './measure.js';
import { measureCache } from './measure-cache.js';
import { saveCacheFigures, saveMeasurement, type Measurement } from './measurements.js';

const WORKERS = [1];

export const capacity: Benchmark = {
  name: 'capacity',
  question: 'How much can one set-up do, and does the model of larger ones say the same?',
  run: async (bench: Bench) => {
    await Client.demand();
    for (const talks of [...bench.sizes].sort((a, b) => a - b)) {
      for (const workers of WORKERS) {
        const measurement = await measure({ talks, workers, rounds: bench.rounds, load: bench.load });
        saveMeasurement(measurement);
        report(bench, measurement);
      }
    }
    const cache = await measureCache(Math.min(...bench.sizes), bench.load);
    if (cache !== undefined) {
      saveCacheFigures(cache);
      const details = { waited: cache.waited, stale: cache.stale };
      bench.report({
        what: 'asked of Lectern by a cache in front',
        ...{ talks: Math.min(...bench.sizes), unit: 'of 1' },
        value: cache.asked,
        details,
      });
    }
    say('the tables of docs/capacity.md: node --import tsx bench/capacity/tables.ts');
  },
};

/** The chief figures; all of them are in the file that the tables are made from. */
function report({ report: tell }: Bench, measurement: Measurement): void {
  const { talks, workers, start, memory, kinds, hits, news } = measurement;
  const by = `, ${String(workers)} ${workers === 1 ? 'worker' : 'workers'}`;
  ofEachKind((kind) => {
    const { requestsPerSecond, main, other, client } = kinds[kind];
    const details = { 'server µs': (main + other) * 1e6, 'client µs': client * 1e6 };
    tell({ what: `${KINDS[kind]}${by}`, talks, unit: 'requests/s', value: requestsPerSecond, details });
  });
  tell({ what: `ready after start${by}`, talks, unit: 's', value: start.saved, details: { 'index made': start.made } });
  tell({ what: `memory after a varied load${by}`, talks, unit: 'MiB', value: mebibytes(memory.afterLoad.total) });
  tell({ what: `answers kept whole${by}`, talks, unit: 'of 1', value: hits.kept });
  for (const { changed, live, main, other } of news) {
    const details = { 'CPU s of a process': main + other };
    tell({
      what: `commit to live, ${String(changed)} changed${by}`,
      talks,
      unit: 's',
      value: Math.max(...live),
      details,
    });
  }
}
