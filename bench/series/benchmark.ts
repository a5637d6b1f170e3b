import type { Bench, Benchmark } from '../benchmark.ts';
import { againstBaseline } from '../harness/against-baseline.ts';
import { JSON_PLAIN } from '../harness/ask.ts';
import { say } from '../harness/catalogue.ts';
import { Random } from '../harness/random.ts';
import { distinct, ofOneSeries, seriesNearest } from '../harness/targets.ts';
import { withEachSize } from '../harness/with-server.ts';

const TALKS = 50;
const DIFFERENT_QUESTIONS = 40_000;

export const series: Benchmark = {
  name: 'series',
  question: `What does a series with ${String(TALKS)} talks cost?`,
  run: (bench: Bench) =>
    withEachSize(bench, async (lectern, { talks, facts }) => {
      const nearest = seriesNearest(facts, TALKS);
      const sizes = nearest.map((one) => one.talks);
      say(`series with ${String(Math.min(...sizes))} to ${String(Math.max(...sizes))} talks`);
      const contest = { talks, headers: JSON_PLAIN, target: 0.45, warmup: 20_000 };
      await againstBaseline(bench, lectern, {
        ...contest,
        what: 'a series of 50 talks',
        targets: distinct(DIFFERENT_QUESTIONS, new Random(4), ofOneSeries(nearest)),
        baseline: 'typical',
        amount: 1_000,
      });
      await againstBaseline(bench, lectern, {
        ...contest,
        what: 'a series of 50 talks, repeated',
        targets: nearest.map(({ id }) => `/api/series/${id}`),
        baseline: 'all',
        amount: 2_000,
      });
    }),
};
