import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from '../benchmark.ts';
import { againstFloor } from '../harness/against-floor.ts';
import { ask, JSON_PLAIN, type Headers } from '../harness/ask.ts';
import { CACHE, say } from '../harness/catalogue.ts';
import { catalogueOfToday } from '../harness/catalogue-of-today.ts';
import { serveLectern, type MeasuredProcess } from '../harness/measured-process.ts';
import { fieldOf, listOf, textOf } from '../harness/narrow.ts';

/** Of the thousand whose pages are written ahead: those of the rest of today are not asked for. */
const TO_COME = 800;
const LISTED = 100;
const WARMUP = 2_000;
const LOOKED_AT_EVERY = 200;

/** Pages of talks to come that nobody asked for, when Lectern had time to write them: somebody read another page before. */
export async function pagesAhead(bench: Bench, talks: number, headers: Headers): Promise<void> {
  const folder = mkdtempSync(join(CACHE, 'ahead-'));
  try {
    say(`generating and importing ${talks.toLocaleString('en')} talks around today`);
    const { database } = await catalogueOfToday(folder, talks);
    const lectern = await serveLectern({ database, cacheFolder: folder });
    try {
      await ask(lectern.port, '/', headers);
      const toCome = await talkPages(lectern, 'from=tomorrow');
      const over = await talkPages(lectern, 'from=1990-01-01');
      if (toCome.length < TO_COME) return;
      await writtenAhead(lectern);
      await againstFloor(bench, lectern, {
        what: 'page of a talk to come that nobody asked for before',
        talks,
        headers,
        targets: toCome,
        floor: 'typical',
        before: over,
        target: 0.1,
        amount: Math.floor(TO_COME / bench.rounds),
        warmup: WARMUP,
      });
    } finally {
      await bench.load.forget(lectern.port);
      await lectern.stop();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The pages of the first talks that a question finds. */
async function talkPages({ port }: MeasuredProcess, question: string): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; page <= TO_COME / LISTED; page += 1) {
    const target = `/api/talks/search?${question}&count=${String(LISTED)}&page=${String(page)}`;
    const answer: unknown = JSON.parse((await ask(port, target, JSON_PLAIN)).body.toString());
    const talks = listOf(fieldOf(answer, '_embedded'), 'talks');
    found.push(...talks.map((talk) => `/talks/id/${textOf(talk, 'slug')}/`));
  }
  return found;
}

/** Waits until no more pages are written. */
async function writtenAhead({ port }: MeasuredProcess): Promise<void> {
  say('waiting for the pages to be written');
  let known = -1;
  for (;;) {
    const metrics = (await ask(port, '/metrics', {})).body.toString();
    const written = Number(/^lectern_pages_ahead (\d+)$/m.exec(metrics)?.[1] ?? 0);
    if (written > 0 && written === known) return;
    known = written;
    await delay(LOOKED_AT_EVERY);
  }
}
