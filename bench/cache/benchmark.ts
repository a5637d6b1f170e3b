import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, Benchmark } from '../benchmark.ts';
import { CACHE, say } from '../harness/catalogue.ts';
import { catalogueOfToday } from '../harness/catalogue-of-today.ts';
import { gatherFacts } from '../harness/facts.ts';
import { Random } from '../harness/random.ts';
import { serveCounted } from './counted-lectern.ts';
import { DAY, requestsOf, type Asked, type DayPlan } from './day.ts';
import { hitRatio, LECTERNS_TIMES, modelled, onePerCoding, spared, type Outcome } from './model.ts';
import { replay } from './replay.ts';
import { startVarnish, varnishIsInstalled } from './varnish.ts';
import { widgetsOf } from './widgets.ts';

const WIDGETS = 400;
const VIEWS = 1_000_000;
const SEED = 1;
/** A day in ten minutes. */
const COMPRESSION = 144;
/** The part of the day that is replayed as it was: seconds since midnight. */
const SLICE = { from: 11 * 3600, to: 11 * 3600 + 300 };
const TO_REACH = 0.99;

export const cache: Benchmark = {
  name: 'cache',
  question: 'How much of a day of departments’ widgets does Varnish answer by itself?',
  run: async (bench: Bench) => {
    const talks = bench.sizes[0] ?? 10_000;
    const folder = mkdtempSync(join(CACHE, 'cache-'));
    try {
      const { database, plan } = await arrange(folder, talks);
      reportModel(bench, talks, plan);
      if (varnishIsInstalled()) {
        const day = { requests: () => requestsOf(plan), compression: COMPRESSION, talks, database };
        await measure(bench, { ...day, what: `a day in ${String(DAY / COMPRESSION / 60)} minutes` });
        const slice = (): Iterable<Asked> => between(requestsOf(plan), SLICE.from, SLICE.to);
        await measure(bench, { ...day, requests: slice, compression: 1, what: 'five minutes as they are, from empty' });
      } else say('Varnish or a C compiler is not installed: only the model');
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** A catalogue of today, so that from=today finds talks; and the day that is replayed. */
async function arrange(folder: string, talks: number): Promise<{ database: string; plan: DayPlan }> {
  const { file, database } = await catalogueOfToday(folder, talks);
  const widgets = widgetsOf(await gatherFacts(file, talks), WIDGETS, new Random(SEED));
  return { database, plan: { widgets, views: VIEWS, seed: SEED + 1 } };
}

/** In virtual time: how the ratio depends on the traffic, on the times and on what is kept by itself. */
function reportModel(bench: Bench, talks: number, plan: DayPlan): void {
  const report = (what: string, outcome: Outcome): void => {
    const { requests, misses, copies } = outcome;
    const details = { 'not seen by Lectern': spared(outcome), requests, misses, copies };
    bench.report({ what: `model: ${what}`, talks, unit: 'hits', value: hitRatio(outcome), details });
  };
  for (const views of [100_000, 300_000, 1_000_000, 3_000_000])
    report(`${views.toLocaleString('en')} views`, modelled(requestsOf({ ...plan, views })));
  const times = (fresh: number, stale: number): Outcome => modelled(requestsOf(plan), { fresh, stale });
  report('no stale answers', times(60, 0));
  report('stale for an hour', times(60, 3600));
  report('fresh for five minutes', times(300, 600));
  report('a copy for each coding', modelled(requestsOf(plan), LECTERNS_TIMES, onePerCoding));
}

interface Measured {
  readonly what: string;
  readonly talks: number;
  readonly database: string;
  readonly requests: () => Iterable<Asked>;
  readonly compression: number;
}

/** The requests sent to Varnish in front of Lectern, counted on both sides and held against the model. */
async function measure(bench: Bench, { what, talks, database, requests, compression }: Measured): Promise<void> {
  say(`replaying ${what}`);
  const lectern = await serveCounted(database);
  try {
    const varnish = await startVarnish(lectern.port, compression);
    try {
      const before = await varnish.settled();
      const { statuses, latest, cutShort } = await replay(varnish.port, requests(), compression);
      const after = await varnish.settled();
      const { requests: seen, notModified, cpu } = await lectern.counted();
      const [hits, misses] = [after.hits - before.hits, after.misses - before.misses];
      const asked = hits + misses + after.passes - before.passes;
      const model = modelled(requests());
      if (asked !== model.requests || cutShort > 0 || after.nuked > 0)
        throw new Error(
          `of ${String(model.requests)} requests Varnish counts ${String(asked)}, ${String(cutShort)} failed`,
        );
      const details = {
        model: hitRatio(model),
        'not seen by Lectern': 1 - seen / asked,
        'in the model': spared(model),
        requests: asked,
        misses,
        'stale hits': after.staleHits - before.staleHits,
        'to Lectern': seen,
        'of which 304': notModified,
        readers: [...statuses].map(([status, count]) => `${String(status)}: ${String(count)}`).join(' '),
        'at most late, s': latest,
        'Lectern CPU s': cpu / 1e6,
      };
      const target = compression === 1 ? {} : { target: { at: TO_REACH, better: 'more' as const } };
      bench.report({ what, talks, unit: 'hits', value: hits / asked, ...target, details });
    } finally {
      await varnish.stop();
    }
  } finally {
    await lectern.stop();
  }
}

function* between(requests: Iterable<Asked>, from: number, to: number): Generator<Asked> {
  for (const asked of requests) {
    if (asked.at >= to) return;
    if (asked.at >= from) yield asked;
  }
}
