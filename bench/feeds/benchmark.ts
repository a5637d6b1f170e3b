import type { Bench, Benchmark } from '../benchmark.ts';
import { againstFloor } from '../harness/against-floor.ts';
import { ask } from '../harness/ask.ts';
import { say, TODAY } from '../harness/catalogue.ts';
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
/** Most milliseconds for which other requests wait. */
const LONGEST_DELAY = 50;

/** This many talks from some day on. Parameters differ, so that each is another query. */
function feed(suffix: string, count: number): Make {
  return (random) =>
    `/api/talks/search${suffix}?from=${dayAfter(TODAY, -random.below(200))}&to=${dayAfter('2040-01-01', random.below(5000))}&count=${String(count)}`;
}

export const feeds: Benchmark = {
  name: 'feeds',
  question: 'What do calendars and feeds cost?',
  run: (bench: Bench) =>
    withEachSize(bench, async (lectern, { talks }) => {
      await newOnes(bench, lectern, talks);
      for (const { what, suffix, count, amount } of [
        { what: 'calendar of 1,000', suffix: '.ics', count: 1_000, amount: 60 },
        { what: 'feed of 50', suffix: '.atom', count: 50, amount: 1_000 },
      ]) {
        const contest = { talks, headers: ANYTHING, amount };
        await againstFloor(bench, lectern, {
          ...contest,
          what: `${what}, another question each time`,
          targets: distinct(5_000, new Random(5), feed(suffix, count)),
          floor: 'typical',
          target: 0.1,
          warmup: amount * 4,
        });
        await againstFloor(bench, lectern, {
          ...contest,
          what: `${what}, asked again`,
          targets: distinct(4, new Random(6), feed(suffix, count)),
          floor: 'all',
          target: 0.7,
          warmup: amount * 4,
        });
      }
      const memory = lectern.memory();
      if (memory !== undefined) say(`memory afterwards: ${JSON.stringify(memory)}`);
    }),
};

/** How long a document of 1,000 talks that were never rendered keeps other requests waiting. */
async function newOnes(bench: Bench, lectern: MeasuredProcess, talks: number): Promise<void> {
  for (const suffix of SUFFIXES) {
    const [target = ''] = distinct(1, new Random(7), feed(suffix, 1_000));
    await lectern.watchDelay();
    const began = performance.now();
    await ask(lectern.port, target, ANYTHING);
    const took = performance.now() - began;
    const { longest } = await lectern.delay();
    bench.report({
      what: `${suffix} of 1,000, never asked before: longest wait of others`,
      talks,
      unit: 'ms',
      value: longest,
      target: { at: LONGEST_DELAY, better: 'less' },
      details: { 'took ms': took },
    });
  }
}
