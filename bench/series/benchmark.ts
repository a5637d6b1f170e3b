import type { Bench, Benchmark } from '../benchmark.ts';
import { againstFloor } from '../harness/against-floor.ts';
import { JSON_PLAIN } from '../harness/ask.ts';
import { say } from '../harness/catalogue.ts';
import { dayAfter } from '../harness/days.ts';
import type { Counted, Facts } from '../harness/facts.ts';
import { Random } from '../harness/random.ts';
import { distinct } from '../harness/targets.ts';
import { withEachSize } from '../harness/with-server.ts';

const TALKS = 50;
const DIFFERENT_SERIES = 20;
const DIFFERENT_QUESTIONS = 40_000;

export const series: Benchmark = {
  name: 'series',
  question: `What does a series with ${String(TALKS)} talks cost?`,
  run: (bench: Bench) =>
    withEachSize(bench, async (lectern, { talks, facts }) => {
      const nearest = seriesNearest(facts, TALKS);
      const paths = nearest.map(({ id }) => `/api/series/${id}`);
      const sizes = nearest.map((one) => one.talks);
      say(`series with ${String(Math.min(...sizes))} to ${String(Math.max(...sizes))} talks`);
      const contest = { talks, headers: JSON_PLAIN, warmup: 20_000 };
      await againstFloor(bench, lectern, {
        ...contest,
        what: 'series of 50, another question each time',
        // A day before all talks makes each query different, without changing its result.
        targets: distinct(DIFFERENT_QUESTIONS, new Random(4), (random) => {
          return `${random.pick(paths)}?from=${dayAfter('1950-01-01', random.below(9000))}`;
        }),
        floor: 'typical',
        target: 0.45,
        amount: 1_000,
      });
      await againstFloor(bench, lectern, {
        ...contest,
        what: 'series of 50, asked again',
        targets: paths,
        floor: 'all',
        target: 0.45,
        amount: 2_000,
      });
    }),
};

function seriesNearest({ series: all }: Facts, talks: number): Counted[] {
  const distance = (one: Counted): number => Math.abs(one.talks - talks);
  return [...all].sort((a, b) => distance(a) - distance(b)).slice(0, DIFFERENT_SERIES);
}
