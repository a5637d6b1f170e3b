import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { atMost, type Bench, type Benchmark } from '../benchmark.ts';
import { importedCatalogue, inFolder } from '../harness/catalogue.ts';
import { runLectern } from '../harness/command.ts';
import { mebibytes } from '../harness/process-memory.ts';
import { JSON_FORMATS } from '../sources/written-json.ts';
import {
  CALENDAR,
  SCHEDULE,
  TABLE,
  writeSource,
  writeWorkbook,
  type WrittenFormat,
} from '../sources/written-sources.ts';

const MEBIBYTES = 400;
const ROWS = 100_000;
/** Number of talks in the catalogue into which each file is also imported. */
const TALKS = 250_000;

export const files: Benchmark = {
  name: 'files',
  question: 'How much memory does the import of a large file take?',
  run: (bench: Bench) =>
    inFolder('files', async (folder) => {
      const large = join(folder, 'large.db');
      copyFileSync((await importedCatalogue(TALKS)).database, large);
      for (const format of [CALENDAR, TABLE, SCHEDULE, ...JSON_FORMATS]) {
        // The names differ, because the name of a file becomes the name of its source.
        const file = join(folder, `${format.title.replace(/\W+/g, '-')}.${format.extension}`);
        const entries = entriesOf(format);
        await writeSource(file, format, entries);
        await peaks(bench, { title: format.title, file, events: entries * (format.events ?? 1), large });
      }
      const workbook = join(folder, 'workbook.xlsx');
      writeWorkbook(workbook, ROWS);
      await peaks(bench, { title: 'Excel workbook', file: workbook, events: ROWS, large });
    }),
};

/** As many entries as fit. The size of an entry is that of a late one, which is among the longest. */
function entriesOf({ entry, head, tail, large }: WrittenFormat): number {
  return Math.floor((large - head.length - tail.length) / Buffer.byteLength(entry(99_999)));
}

interface Large {
  readonly title: string;
  readonly file: string;
  readonly events: number;
  /** Path of the database with 250,000 talks. */
  readonly large: string;
}

async function peaks(bench: Bench, { title, file, events, large }: Large): Promise<void> {
  const empty = `${file}.db`;
  for (const [what, database] of [
    ['into a new store', empty],
    ['again, nothing changed', empty],
    [`into a catalogue of ${TALKS.toLocaleString('en')} talks`, large],
  ] as const) {
    const { peak, seconds } = await runLectern(['import', file, '--database', `sqlite:${database}`]);
    bench.report({
      what: `${title} ${what}, peak memory`,
      talks: events,
      unit: 'MiB',
      value: mebibytes(peak),
      target: atMost(MEBIBYTES),
      details: { seconds },
    });
  }
  rmSync(empty);
}
