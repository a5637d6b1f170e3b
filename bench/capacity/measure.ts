import { copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { importedCatalogue, inFolder, say, type Imported } from '../harness/catalogue.ts';
import { askForEverything } from '../harness/everything.ts';
import type { Load } from '../harness/load.ts';
import { median } from '../harness/statistics.ts';
import { measureKinds } from './measure-load.ts';
import { measureNews } from './measure-news.ts';
import { MEASUREMENT_FORM, type Measurement, type StartFigures } from './measurements.ts';
import { Served } from './served.ts';

/** Share of the requests of bench/memory that is enough to fill the budgets. */
const SHARE_OF_EVERYTHING = 0.3;
const STARTS = 3;

interface MeasureOptions {
  readonly talks: number;
  readonly workers: number;
  readonly rounds: number;
  readonly load: Load;
}

/** Measures one set-up completely, on a copy of the catalogue. */
export async function measure({ talks, workers, rounds, load }: MeasureOptions): Promise<Measurement> {
  const imported = await importedCatalogue(talks);
  return inFolder('capacity', async (folder) => {
    copyFileSync(imported.database, join(folder, 'lectern.db'));
    mkdirSync(join(folder, 'cache'));
    const database = `sqlite:${join(folder, 'lectern.db')}`;
    say(`${talks.toLocaleString('en')} talks, ${String(workers)} workers: starting`);
    const start = await measureStart(database, folder, workers);
    const options = { database, cacheFolder: join(folder, 'cache'), workers };
    const driving = { imported, load, rounds, workers, database, folder };
    const figures = await driven(await Served.start(options), driving);
    const machine = { cores: cpus().length, processor: cpus()[0]?.model.trim() ?? '' };
    return { form: MEASUREMENT_FORM, talks, workers, ...machine, start, ...figures };
  });
}

async function measureStart(database: string, folder: string, workers: number): Promise<StartFigures> {
  const starts = async (count: number, cacheFolder: string): Promise<number> => {
    const seconds: number[] = [];
    for (let i = 0; i < count; i += 1) {
      const server = await Served.start({ database, cacheFolder, workers });
      seconds.push(server.startSeconds);
      await server.stop();
    }
    return median(seconds);
  };
  const cache = join(folder, 'cache');
  // The first start finds no saved index, and saves one.
  return { made: await starts(1, cache), saved: await starts(STARTS, cache) };
}

interface Driving {
  readonly imported: Imported;
  readonly load: Load;
  readonly rounds: number;
  readonly workers: number;
  readonly database: string;
  /** Folder for temporary files. */
  readonly folder: string;
}

type Driven = Pick<Measurement, 'memory' | 'kinds' | 'news'>;

async function driven(server: Served, driving: Driving): Promise<Driven> {
  const { imported, load, rounds } = driving;
  const { talks, file } = imported;
  try {
    const atStart = server.group.memory();
    say('everything');
    await askForEverything(load, server.port, imported, SHARE_OF_EVERYTHING);
    await load.forget(server.port);
    const afterLoad = server.group.memory();
    say('each kind of question');
    const kinds = await measureKinds(server, imported.facts, rounds);
    const news = [];
    for (const oneOf of [talks, 100]) {
      say(`imports that change one of ${oneOf.toLocaleString('en')} talks`);
      news.push(await measureNews({ ...driving, server, file, talks, oneOf }));
    }
    const memory = {
      index: indexSize(dirname(imported.database)),
      atStart,
      afterLoad,
      afterNews: server.group.memory(),
    };
    return { memory, kinds, news };
  } finally {
    await load.forget(server.port);
    await server.stop();
  }
}

/** Size of the index that the import saved, in bytes; 0 for a catalogue too small to be saved. */
function indexSize(folder: string): number {
  const saved = readdirSync(folder).find((name) => name.endsWith('.index'));
  return saved === undefined ? 0 : statSync(join(folder, saved)).size;
}
