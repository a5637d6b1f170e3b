import { copyFileSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Bench, Benchmark } from '../benchmark.ts';
import { importedCatalogue, inFolder, say, type Imported } from '../harness/catalogue.ts';
import { askForEverything } from '../harness/everything.ts';
import type { MeasuredProcess } from '../harness/measured-process.ts';
import { mebibytes } from '../harness/process-memory.ts';
import { withServer } from '../harness/with-server.ts';
import { demandClient } from './client.ts';
import { KINDS } from './kinds.ts';
import { measureLoad } from './measure-load.ts';
import { measureNews } from './measure-news.ts';

/** Share of the requests of bench/memory that suffices to fill the caches. */
const SHARE_OF_EVERYTHING = 0.3;

export const capacity: Benchmark = {
  name: 'capacity',
  question: 'How much does one worker serve, how much memory does it take, and how soon does it show an import?',
  run: async (bench: Bench) => {
    await demandClient();
    for (const talks of bench.sizes) {
      const imported = await importedCatalogue(talks);
      await inFolder('capacity', (folder) => measure(bench, imported, folder));
    }
  },
};

/** Measures a server with a copy of the catalogue. */
async function measure(bench: Bench, imported: Imported, folder: string): Promise<void> {
  const { talks, file, facts } = imported;
  const database = join(folder, 'lectern.db');
  copyFileSync(imported.database, database);
  await withServer(bench.load, { database, cacheFolder: mkdtempSync(join(folder, 'cache-')) }, async (server) => {
    await reportMemory(bench, imported, server);
    for (const { what, requests } of KINDS) {
      say(what);
      await measureLoad(bench, server, { what, talks, requests: await requests(server.port, facts) });
    }
    for (const oneOf of [talks, 100]) {
      say(`imports that change one of ${oneOf.toLocaleString('en')} talks`);
      await measureNews(bench, { server, database, file, talks, oneOf, folder });
    }
  });
}

async function reportMemory(bench: Bench, imported: Imported, server: MeasuredProcess): Promise<void> {
  const resident = (): number => mebibytes(server.memory()?.resident ?? NaN);
  const details = { 'index MiB': mebibytes(indexSize(dirname(imported.database))), 'at start MiB': resident() };
  say('everything');
  await askForEverything(bench.load, server.port, imported, SHARE_OF_EVERYTHING);
  await bench.load.forget(server.port);
  bench.report({ what: 'memory after a varied load', talks: imported.talks, unit: 'MiB', value: resident(), details });
}

/** Size of the index that the import saved, in bytes. */
function indexSize(folder: string): number {
  const saved = readdirSync(folder).find((name) => name.endsWith('.index'));
  return saved === undefined ? NaN : statSync(join(folder, saved)).size;
}
