import { atLeast, type Bench, type Benchmark } from '../benchmark.ts';
import { inFolder, say } from '../harness/catalogue.ts';
import { catalogueOfToday } from '../harness/catalogue-of-today.ts';
import { gatherFacts } from '../harness/facts.ts';
import { Random } from '../harness/random.ts';
import { withServer } from '../harness/with-server.ts';
import { DAY, requestsOf, type Asked, type DayPlan } from './day.ts';
import { replay } from './replay.ts';
import { startVarnish, varnishIsInstalled, type VarnishCounts } from './varnish.ts';
import { widgetsOf } from './widgets.ts';

const WIDGETS = 400;
const VIEWS = 1_000_000;
const SEED = 1;
/** Replays a day in ten minutes. */
const COMPRESSION = 144;
/** The part of the day that is replayed in real time: seconds since midnight. */
const SLICE = { from: 11 * 3600, to: 11 * 3600 + 300 };
const TO_REACH = 0.99;

export const cache: Benchmark = {
  name: 'cache',
  question: 'What share of a day of widget requests does Varnish answer?',
  run: async (bench: Bench) => {
    const talks = bench.sizes[0] ?? 10_000;
    if (!varnishIsInstalled()) {
      say('Varnish or a C compiler is not installed');
      return;
    }
    await inFolder('cache', async (folder) => {
      const { database, plan } = await arrange(folder, talks);
      const day = { requests: () => requestsOf(plan), compression: COMPRESSION, talks, database, cacheFolder: folder };
      await measure(bench, { ...day, what: `a day in ${String(DAY / COMPRESSION / 60)} minutes` });
      const slice = (): Iterable<Asked> => between(requestsOf(plan), SLICE.from, SLICE.to);
      await measure(bench, { ...day, requests: slice, compression: 1, what: 'five minutes as they are, from empty' });
    });
  },
};

/** Imports a catalogue around today, so that `from=today` finds talks, and plans the day to replay. */
async function arrange(folder: string, talks: number): Promise<{ database: string; plan: DayPlan }> {
  const { file, database } = await catalogueOfToday(folder, talks);
  const widgets = widgetsOf(await gatherFacts(file, talks), WIDGETS, new Random(SEED));
  return { database, plan: { widgets, views: VIEWS, seed: SEED + 1 } };
}

interface Measured {
  readonly what: string;
  readonly talks: number;
  readonly database: string;
  readonly cacheFolder: string;
  readonly requests: () => Iterable<Asked>;
  readonly compression: number;
}

/** Sends the requests to Varnish in front of Lectern and reports the share of hits. */
async function measure(
  bench: Bench,
  { what, talks, database, cacheFolder, requests, compression }: Measured,
): Promise<void> {
  say(`replaying ${what}`);
  // All simulated readers have the same IP address.
  await withServer(bench.load, { database, cacheFolder, args: ['--rate-limit', 'off'] }, async (lectern) => {
    const varnish = await startVarnish(lectern.port, compression);
    try {
      const [before, cpuBefore] = [await varnish.settled(), await lectern.cpu()];
      const { statuses, latest, cutShort } = await replay(varnish.port, requests(), compression);
      const after = await varnish.settled();
      const cpu = (await lectern.cpu()) - cpuBefore;
      const counted = (name: keyof VarnishCounts): number => after[name] - before[name];
      const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0);
      const asked = counted('hits') + counted('misses') + counted('passes');
      if (asked !== sent || cutShort > 0 || after.nuked > 0)
        throw new Error(`of ${String(sent)} requests Varnish counts ${String(asked)}, ${String(cutShort)} failed`);
      const seen = counted('misses') + counted('passes') + counted('staleHits');
      const details = {
        'not seen by Lectern': 1 - seen / asked,
        requests: asked,
        misses: counted('misses'),
        'stale hits': counted('staleHits'),
        'to Lectern': seen,
        readers: [...statuses].map(([status, count]) => `${String(status)}: ${String(count)}`).join(' '),
        'at most late, s': latest,
        'Lectern CPU s': cpu / 1e6,
      };
      const target = atLeast(compression === 1 ? undefined : TO_REACH);
      bench.report({ what, talks, unit: 'hits', value: counted('hits') / asked, target, details });
    } finally {
      await varnish.stop();
    }
  });
}

function* between(requests: Iterable<Asked>, from: number, to: number): Generator<Asked> {
  for (const asked of requests) {
    if (asked.at >= to) return;
    if (asked.at >= from) yield asked;
  }
}
