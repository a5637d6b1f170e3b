import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogueText } from '../support/db/whole-catalogue.ts';
import { type Finished, lectern } from '../support/process/command.ts';
import { slugOf, talk, type WireRecord } from '../support/catalogue/wire-records.ts';

/** The slug of the nth talk of every edition. No other test catalogue has these slugs. */
function editionSlug(n: number): string {
  return slugOf(0x100000 + n);
}

/** Talks with the same title, about a kilobyte each. */
export function edition(title: string, count: number): readonly WireRecord[] {
  const description = `${title} `.repeat(Math.ceil(900 / (title.length + 1)));
  return Array.from({ length: count }, (_, n) => {
    const start = new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString().replace('.000', '');
    return talk(editionSlug(n), start, { title, description });
  });
}

/** Writes a catalogue file of these records. */
export async function catalogueFile(folder: string, name: string, records: readonly WireRecord[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return path;
}

/** The arguments of `lectern import --replace`. @param file `-`: standard input */
export function replacing(address: string, file: string): readonly string[] {
  return ['import', '--replace', '--database', address, file];
}

/** Runs `lectern import --replace` in this process. */
export function importFile(address: string, file: string): Promise<Finished> {
  return lectern(replacing(address, file));
}

/** The output of `lectern export`. */
export async function exported(address: string): Promise<string> {
  const { status, stdout, stderr } = await lectern(['export', '--database', address]);
  if (status !== 0) throw new Error(`the export failed: ${stderr}`);
  return stdout;
}

/** Number of talks by title. */
export async function titles(address: string): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const line of (await catalogueText(address)).split('\n')) {
    const title = /"title":"([^"]+)"/.exec(line)?.[1];
    if (title !== undefined) counts[title] = (counts[title] ?? 0) + 1;
  }
  return counts;
}
