import { atMost, type Bench, type Benchmark } from '../benchmark.ts';
import { ask } from '../harness/ask.ts';
import { againstBaseline } from '../harness/against-baseline.ts';
import { TODAY } from '../harness/catalogue.ts';
import { dayAfter } from '../harness/days.ts';
import type { MeasuredProcess } from '../harness/measured-process.ts';
import { Random } from '../harness/random.ts';
import { distinct, type Make } from '../harness/targets.ts';
import { withEachSize } from '../harness/with-server.ts';

const SUFFIXES = [
  ...['.ics', '.jcal.json', '.jscal.json', '.atom', '.rss', '.feed.json', '.csv', '.jsonld'],
  ...['.schedule.xml', '.schedule.json', '.txt', '.md'],
];
const ANYTHING = { Accept: '*/*' };
/** Maximum milliseconds that other requests may wait. */
const LONGEST_WAIT = 50;

/** A feed of this many talks from a random day. Random parameters make each query different. */
function feed(suffix: string, count: number): Make {
  return (random) =>
    `/api/talks/search${suffix}?from=${dayAfter(TODAY, -random.below(200))}&to=${dayAfter('2040-01-01', random.below(5000))}&count=${String(count)}`;
}

export const feeds: Benchmark = {
  name: 'feeds',
  question: 'What do calendars and feeds cost?',
  run: (bench: Bench) =>
    withEachSize(bench, async (lectern, { talks }) => {
      // These documents have talks that were never rendered before.
      for (const suffix of SUFFIXES) {
        const [target = ''] = distinct(1, new Random(7), feed(suffix, 1_000));
        await longestWait(bench, lectern, { what: `${suffix} of 1,000 talks, first request`, talks, target });
      }
      for (const { what, suffix, count, amount } of [
        { what: 'calendar of 1,000 talks', suffix: '.ics', count: 1_000, amount: 60 },
        { what: 'Atom feed of 50 talks', suffix: '.atom', count: 50, amount: 1_000 },
      ]) {
        const contest = { talks, headers: ANYTHING, amount, warmup: amount * 4 };
        await againstBaseline(bench, lectern, {
          ...contest,
          what,
          targets: distinct(5_000, new Random(5), feed(suffix, count)),
          baseline: 'typical',
          target: 0.1,
        });
        await againstBaseline(bench, lectern, {
          ...contest,
          what: `${what}, repeated`,
          targets: distinct(4, new Random(6), feed(suffix, count)),
          baseline: 'all',
          target: 0.7,
        });
      }
    }),
};

/** Reports how long one request keeps other requests waiting. */
async function longestWait(
  { report }: Bench,
  lectern: MeasuredProcess,
  { what, talks, target }: { what: string; talks: number; target: string },
): Promise<void> {
  await lectern.watchDelay();
  const began = performance.now();
  await ask(lectern.port, target, ANYTHING);
  const details = { 'took ms': performance.now() - began };
  const value = await lectern.longestDelay();
  report({ what: `${what}: longest wait of others`, talks, unit: 'ms', value, target: atMost(LONGEST_WAIT), details });
}
