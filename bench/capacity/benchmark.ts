import type { Bench, Benchmark } from '../benchmark.ts';
import { say } from '../harness/catalogue.ts';
import { mebibytes } from '../harness/process-memory.ts';
import { Client } from './client.ts';
import { measureFanOut } from './fan-out.ts';
import { KINDS, ofEachKind } from './kinds.ts';
import { measure } from './measure.ts';
import { measureCache } from './measure-cache.ts';
import { saveCacheFigures, saveFanOut, saveMeasurement, type Measurement } from './measurements.ts';

const WORKERS = [1, 2];
/** The largest catalogue that eight processes follow at once on one machine. */
const FOLLOWED_AT_MOST = 100_000;

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
    await inFront(bench, Math.min(...bench.sizes));
    await fanOut(bench, Math.max(...bench.sizes.filter((talks) => talks <= FOLLOWED_AT_MOST)));
    say('the tables of docs/capacity.md: node bench/capacity/tables.ts');
  },
};

async function inFront({ load, report: tell }: Bench, talks: number): Promise<void> {
  const cache = await measureCache(talks, load);
  if (cache === undefined) return;
  saveCacheFigures(cache);
  const details = { waited: cache.waited, stale: cache.stale };
  tell({ what: 'asked of Lectern by a cache in front', talks, unit: 'of 1', value: cache.asked, details });
}

async function fanOut({ rounds, report: tell }: Bench, talks: number): Promise<void> {
  if (!Number.isFinite(talks)) return;
  const figures = await measureFanOut(talks, rounds);
  saveFanOut(figures);
  for (const { followers, news } of figures) {
    for (const { changed, live, main, other, database } of news) {
      const what = `commit to live, ${String(changed)} changed, PostgreSQL and ${String(followers)} processes`;
      const details = { 'CPU s of a process': main + other, 'CPU s of the database': database };
      tell({ what, talks, unit: 's', value: Math.max(...live), details });
    }
  }
}

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
