import { loadavg } from 'node:os';
import { join } from 'node:path';
import { atLeast, atMost, type Bench, type Benchmark } from '../benchmark.ts';
import { importedCatalogue, inFolder } from '../harness/catalogue.ts';
import { runLectern, type Taken } from '../harness/command.ts';
import { mebibytes } from '../harness/process-memory.ts';
import { spread } from '../harness/statistics.ts';
import { withServer } from '../harness/with-server.ts';
import { readPages, type PagesRead } from './pages.ts';
import { CALENDAR, SCHEDULE, TABLE, writeSource, writeWorkbook, type WrittenFormat } from './written-sources.ts';

const RUNS = 3;
const EVENTS_A_SECOND = 5_000;
const MEBIBYTES = 400;
/** Size of a large file, in bytes. */
const LARGE = 100_000_000;
const ROWS = 100_000;

export const sources: Benchmark = {
  name: 'sources',
  question: 'How fast are calendars and HAL pages imported, and large files in how much memory?',
  run: (bench: Bench) =>
    inFolder('sources', async (folder) => {
      for (const talks of bench.sizes) await calendars(bench, folder, talks);
      for (const format of [CALENDAR, TABLE, SCHEDULE]) await large(bench, folder, format);
      await workbook(bench, folder);
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
  speed(bench, events, 'iCalendar, read and checked', read);
  speed(bench, events, 'iCalendar, imported into a new store', imported);
  speed(bench, events, 'iCalendar, imported again, nothing changed', again);
}

async function large(bench: Bench, folder: string, format: WrittenFormat): Promise<void> {
  const { title, extension, entry } = format;
  const file = join(folder, `large.${extension}`);
  const events = Math.round(LARGE / Buffer.byteLength(entry(LARGE / 1000)));
  const bytes = await writeSource(file, format, events);
  await peaks(bench, { title, file, bytes, events });
}

async function workbook(bench: Bench, folder: string): Promise<void> {
  const file = join(folder, 'large.xlsx');
  const bytes = writeWorkbook(file, ROWS);
  await peaks(bench, { title: 'Excel workbook', file, bytes, events: ROWS });
}

async function peaks(
  bench: Bench,
  { title, file, bytes, events }: { title: string; file: string; bytes: number; events: number },
): Promise<void> {
  const database = `sqlite:${file}.db`;
  for (const what of ['into a new store', 'again, nothing changed']) {
    const { peak, seconds, cpuSeconds } = await runLectern(['import', file, '--database', database]);
    bench.report({
      what: `${title}, a large file ${what}: peak memory`,
      talks: events,
      unit: 'MiB',
      value: mebibytes(peak),
      target: atMost(MEBIBYTES),
      details: { MB: bytes / 1e6, seconds, 'CPU s': cpuSeconds, load: loadavg()[0] },
    });
  }
}

/** Reads from Lectern's own API, which runs in another process. */
async function halPages(bench: Bench, talks: number): Promise<void> {
  const { database, cacheFolder } = await importedCatalogue(talks);
  // The pages must link to each other on this host.
  const baseUrl = (port: number): string => `http://127.0.0.1:${String(port)}`;
  await withServer(bench.load, { database, cacheFolder, baseUrl }, async (server) => {
    const runs: PagesRead[] = [];
    const address = `${baseUrl(server.port)}/api/talks/search?from=0001-01-01&count=200`;
    for (let i = 0; i < RUNS; i += 1) runs.push(await readPages(address));
    bench.report({
      what: 'HAL pages, read from a server on the same machine',
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
