import type { Bench, Benchmark } from '../benchmark.ts';
import { againstFloor } from '../harness/against-floor.ts';
import { say, TODAY } from '../harness/catalogue.ts';
import { dayAfter } from '../harness/days.ts';
import { longestWait } from '../harness/longest-wait.ts';
import { Random } from '../harness/random.ts';
import { distinct, type Make } from '../harness/targets.ts';
import { withEachSize } from '../harness/with-server.ts';

const SUFFIXES = [
  ...['.ics', '.jcal.json', '.jscal.json', '.atom', '.rss', '.feed.json', '.csv', '.jsonld'],
  ...['.schedule.xml', '.schedule.json', '.txt', '.md'],
];
const ANYTHING = { Accept: '*/*' };

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
      // Documents of talks that were never rendered.
      for (const suffix of SUFFIXES) {
        const [target = ''] = distinct(1, new Random(7), feed(suffix, 1_000));
        const what = `${suffix} of 1,000, never asked before`;
        await longestWait(bench, lectern, { what, talks, target, headers: ANYTHING });
      }
      for (const { what, suffix, count, amount } of [
        { what: 'calendar of 1,000', suffix: '.ics', count: 1_000, amount: 60 },
        { what: 'feed of 50', suffix: '.atom', count: 50, amount: 1_000 },
      ]) {
        const contest = { talks, headers: ANYTHING, amount, warmup: amount * 4 };
        await againstFloor(bench, lectern, {
          ...contest,
          what: `${what}, another question each time`,
          targets: distinct(5_000, new Random(5), feed(suffix, count)),
          floor: 'typical',
          target: 0.1,
        });
        await againstFloor(bench, lectern, {
          ...contest,
          what: `${what}, asked again`,
          targets: distinct(4, new Random(6), feed(suffix, count)),
          floor: 'all',
          target: 0.7,
        });
      }
      const memory = lectern.memory();
      if (memory !== undefined) say(`memory afterwards: ${JSON.stringify(memory)}`);
    }),
};
