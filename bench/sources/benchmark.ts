import { loadavg } from 'node:os';
import { join } from 'node:path';
import { atLeast, type Bench, type Benchmark } from '../benchmark.ts';
import { importedCatalogue, inFolder } from '../harness/catalogue.ts';
import { runLectern, type Taken } from '../harness/command.ts';
import { mebibytes } from '../harness/process-memory.ts';
import { spread } from '../harness/statistics.ts';
import { withServer } from '../harness/with-server.ts';
import { readPages, type PagesRead } from './pages.ts';
import { CALENDAR, writeSource } from './written-sources.ts';

const RUNS = 3;
const EVENTS_A_SECOND = 5_000;

export const sources: Benchmark = {
  name: 'sources',
  question: 'How fast are calendars and HAL pages imported?',
  run: (bench: Bench) =>
    inFolder('sources', async (folder) => {
      for (const talks of bench.sizes) await calendars(bench, folder, talks);
      for (const talks of bench.sizes) await halPages(bench, talks);
    }),
};

async function calendars(bench: Bench, folder: string, events: number): Promise<void> {
  const file = join(folder, `calendar-${String(events)}.ics`);
  await writeSource(file, CALENDAR, events);
  const read: Taken[] = [];
  const imported: Taken[] = [];
  const again: Taken[] = [];
  for (let i = 0; i < RUNS; i += 1) {
    const database = `sqlite:${join(folder, `${String(events)}-${String(i)}.db`)}`;
    read.push(await runLectern(['check', file]));
    imported.push(await runLectern(['import', file, '--database', database]));
    again.push(await runLectern(['import', file, '--database', database]));
  }
  speed(bench, events, 'check a calendar', read);
  speed(bench, events, 'import a calendar into a new store', imported);
  speed(bench, events, 'import it again, nothing changed', again);
}

/** Reads from the API of a Lectern in another process. */
async function halPages(bench: Bench, talks: number): Promise<void> {
  const { database, cacheFolder } = await importedCatalogue(talks);
  // The base address makes the pages link to each other on this host.
  const baseUrl = (port: number): string => `http://127.0.0.1:${String(port)}`;
  await withServer(bench.load, { database, cacheFolder, baseUrl }, async (server) => {
    const runs: PagesRead[] = [];
    const address = `${baseUrl(server.port)}/api/talks/search?from=0001-01-01&count=200`;
    for (let i = 0; i < RUNS; i += 1) runs.push(await readPages(address));
    bench.report({
      what: 'import HAL pages from the same machine',
      talks,
      unit: 'events/s',
      value: spread(runs.map((run) => run.talks / run.seconds)),
      target: atLeast(EVENTS_A_SECOND),
      details: {
        pages: runs[0]?.pages ?? 0,
        events: runs[0]?.talks ?? 0,
        'pages/s': spread(runs.map(({ pages, seconds }) => pages / seconds)).median,
        load: loadavg()[0],
      },
    });
  });
}

function speed(bench: Bench, events: number, what: string, runs: readonly Taken[]): void {
  bench.report({
    what,
    talks: events,
    unit: 'events/s',
    value: spread(runs.map(({ seconds }) => events / seconds)),
    target: atLeast(EVENTS_A_SECOND),
    details: {
      'events/CPU s': spread(runs.map(({ cpuSeconds }) => events / cpuSeconds)).median,
      'peak MiB': mebibytes(Math.max(...runs.map(({ peak }) => peak))),
      load: loadavg()[0],
    },
  });
}
