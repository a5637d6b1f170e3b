import { join } from 'node:path';
import { lecternToFile, runLectern } from './command.ts';

const SEED = 1;

/** Generates a catalogue around today, so that it has upcoming talks, and imports it into SQLite. */
export async function catalogueOfToday(folder: string, talks: number): Promise<{ file: string; database: string }> {
  const file = join(folder, 'catalogue.ndjson');
  const database = join(folder, 'lectern.db');
  await lecternToFile(['sample', '--talks', String(talks), '--seed', String(SEED)], file);
  await runLectern(['import', file, '--database', `sqlite:${database}`]);
  return { file, database };
}
