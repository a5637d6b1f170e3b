import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atMost, type Bench, type Benchmark } from '../benchmark.ts';
import { ask, foundTalks } from '../harness/ask.ts';
import { importedCatalogue, inFolder, say, type Imported } from '../harness/catalogue.ts';
import { BASE_URL, serveScript, type MeasuredProcess } from '../harness/measured-process.ts';
import { mebibytes } from '../harness/process-memory.ts';
import { warm } from '../harness/versus.ts';
import { whileServing, withServer } from '../harness/with-server.ts';
import { JSON_PAGE, JSON_TALK, Requests } from './requests.ts';
import { reportAfterStart, reportTouches } from './touches.ts';

const SIMPLE_SERVICE = fileURLToPath(new URL('./simple-service.js', import.meta.url));
/** Talks, and pages, whose bodies are compared with those of the simple service. */
const COMPARED = 50;
/** Different talks, and different pages, after which memory is measured. */
const REQUESTED = 5_000;
/** Target in MiB. */
const RESIDENT = 240;

export const firstReader: Benchmark = {
  name: 'first-reader',
  question: 'What does the first reader of a talk or a page cost, and the next?',
  run: async (bench: Bench) => {
    for (const talks of bench.sizes) {
      const catalogue = await importedCatalogue(talks);
      await inFolder('first-reader', async (folder) => {
        const file = join(folder, 'talks.ndjson');
        await withServer(bench.load, catalogue, ({ port }) => writeHal(port, catalogue, file));
        const requests = await Requests.of(file);
        const place = { database: catalogue.database, cacheFolder: join(folder, 'cache') };
        mkdirSync(place.cacheFolder);
        const args = [join(folder, 'simple.db'), file, BASE_URL];
        await whileServing(bench.load, await serveScript('Fastify', SIMPLE_SERVICE, args), (service) =>
          withServer(bench.load, place, async (lectern) => {
            await demandSameBodies(lectern, service, requests);
            await reportTouches({ bench, talks, lectern, service, requests, folder });
          }),
        );
        const empty = { database: catalogue.database, cacheFolder: join(folder, 'empty') };
        mkdirSync(empty.cacheFolder);
        await withServer(bench.load, empty, (lectern) => reportAfterStart({ bench, talks, lectern, requests }));
        await withServer(bench.load, place, (lectern) => reportMemory(bench, talks, lectern, requests));
      });
    }
  },
};

/** Writes the HAL of every talk, in order of start, a line each. */
async function writeHal(port: number, { facts, talks }: Imported, file: string): Promise<void> {
  say('storing the HAL of all talks for the service to compare with');
  const output = createWriteStream(file);
  for (let page = 1; page <= Math.ceil(talks / 1000); page += 1) {
    const found = await foundTalks(port, `/api/talks/search?from=${facts.first}&count=1000&page=${String(page)}`);
    for (const talk of found) output.write(`${JSON.stringify(talk)}\n`);
  }
  output.end();
  await once(output, 'finish');
}

/** @throws Error if the simple service sends other bodies than Lectern: it would do other work */
async function demandSameBodies(lectern: MeasuredProcess, service: MeasuredProcess, requests: Requests): Promise<void> {
  for (const kind of [JSON_TALK, JSON_PAGE]) {
    const { first, next } = requests.warmup(kind);
    for (const target of [...first.slice(-COMPARED), ...next.slice(-COMPARED)]) {
      const own = await ask(lectern.port, target, kind.headers);
      const other = await ask(service.port, target, kind.headers);
      const at = own.body.findIndex((byte, i) => byte !== other.body[i]);
      if (own.status === 200 && other.status === 200 && at < 0 && own.body.length === other.body.length) continue;
      const [wanted, sent] = [own, other].map(({ body }) => body.toString('utf8', Math.max(0, at - 40), at + 40));
      throw new Error(`simple-service.js answers ${target} with …${sent ?? ''}… and not with …${wanted ?? ''}…`);
    }
  }
}

async function reportMemory(bench: Bench, talks: number, lectern: MeasuredProcess, requests: Requests): Promise<void> {
  const begun = lectern.memory();
  for (const kind of [JSON_TALK, JSON_PAGE]) {
    const targets = requests.everything(kind);
    const plan = await bench.load.plan(targets, kind.headers);
    await warm(bench.load, { server: lectern, plan }, Math.min(REQUESTED, targets.length));
  }
  const now = lectern.memory();
  if (begun === undefined || now === undefined) throw new Error('cannot read memory use without /proc');
  bench.report({
    what: `resident memory after ${REQUESTED.toLocaleString('en')} talks and as many pages`,
    talks,
    unit: 'MiB',
    value: mebibytes(now.resident),
    target: atMost(RESIDENT),
    details: {
      'at start': mebibytes(begun.resident),
      peak: mebibytes(now.peak),
      heap: mebibytes(now.anonymous),
      files: mebibytes(now.file),
      shared: mebibytes(now.shared),
    },
  });
}
