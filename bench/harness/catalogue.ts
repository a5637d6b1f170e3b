import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lecternToFile, runLectern } from './command.ts';
import { gatherFacts, isFacts, type Facts } from './facts.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Ignored by Git. Can be deleted at any time. */
export const CACHE = join(ROOT, '.cache', 'bench');

/** Calls a function with a new folder, on the same disk as the catalogues, and then removes the folder. */
export async function inFolder<T>(name: string, act: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, `${name}-`));
  try {
    return await act(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The day around which all catalogues are generated: a Monday during term. */
export const TODAY = '2025-10-13';

/** A generated catalogue: its file, and facts from which benchmarks make requests. */
export interface Catalogue {
  readonly talks: number;
  readonly file: string;
  readonly facts: Facts;
}

/** An imported catalogue. Benchmarks must not write to it. */
export interface Imported extends Catalogue {
  readonly database: string;
  /** Contains the saved index once a server has run. */
  readonly cacheFolder: string;
}

/** Generates a catalogue, unless one of this size and seed exists and the generator has not changed since. */
export async function catalogueOf(talks: number, seed = 1): Promise<Catalogue> {
  const key = `${String(talks)}-${String(seed)}-${TODAY}-${hashOf('dist/sample')}`;
  const folder = join(CACHE, 'catalogues', key);
  const file = join(folder, 'catalogue.ndjson');
  const factsFile = join(folder, 'facts.json');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) {
    say(`generating ${talks.toLocaleString('en')} talks`);
    const args = ['sample', '--talks', String(talks), '--seed', String(seed), '--today', TODAY];
    await lecternToFile(args, `${file}.part`);
    renameSync(`${file}.part`, file);
  }
  if (!existsSync(factsFile)) writeFileSync(factsFile, JSON.stringify(await gatherFacts(file, talks)));
  const facts: unknown = JSON.parse(readFileSync(factsFile, 'utf8'));
  if (!isFacts(facts)) throw new Error(`${factsFile} was written by another version of the benchmarks: delete it`);
  return { talks, file, facts };
}

/** Imports a catalogue, unless that has been done and the store's code has not changed since. */
export async function importedCatalogue(talks: number): Promise<Imported> {
  const catalogue = await catalogueOf(talks);
  const folder = join(catalogue.file, '..', `store-${hashOf('dist/store')}`);
  const database = join(folder, 'lectern.db');
  if (!existsSync(database)) {
    say(`importing ${talks.toLocaleString('en')} talks`);
    const building = `${folder}.part`;
    rmSync(building, { recursive: true, force: true });
    mkdirSync(building, { recursive: true });
    await runLectern(['import', catalogue.file, '--database', `sqlite:${join(building, 'lectern.db')}`]);
    mkdirSync(join(building, 'cache'));
    renameSync(building, folder);
  }
  return { ...catalogue, database, cacheFolder: join(folder, 'cache') };
}

/** Prints progress to standard error, because standard output is for the figures. */
export function say(text: string): void {
  process.stderr.write(`  ${text} …\n`);
}

function hashOf(folder: string): string {
  const hash = createHash('sha256');
  for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }).sort(byName))
    if (entry.isFile() && /\.js(?:on)?$/.test(entry.name))
      hash.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)));
  return hash.digest('hex').slice(0, 8);
}

function byName(a: { name: string; parentPath: string }, b: { name: string; parentPath: string }): number {
  return `${a.parentPath}/${a.name}` < `${b.parentPath}/${b.name}` ? -1 : 1;
}
