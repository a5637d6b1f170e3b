import type { Bench, Benchmark } from '../benchmark.ts';
import { againstBaseline } from '../harness/against-baseline.ts';
import { JSON_PLAIN } from '../harness/ask.ts';
import { Random } from '../harness/random.ts';
import { withEachSize } from '../harness/with-server.ts';

const DIFFERENT_TALKS = 20_000;

export const talk: Benchmark = {
  name: 'talk',
  question: 'What does a talk cost, averaged over many talks?',
  run: (bench: Bench) =>
    withEachSize(bench, async (lectern, { talks, facts }) => {
      const random = new Random(1);
      const targets = random.shuffled(facts.known).map(({ slug }) => `/api/talks/${slug}`);
      const asked = targets.slice(0, DIFFERENT_TALKS);
      await againstBaseline(bench, lectern, {
        talks,
        headers: JSON_PLAIN,
        warmup: asked.length * 2,
        what: 'a talk',
        targets: asked,
        baseline: 'all',
        target: 0.85,
        amount: 4_000,
      });
    }),
};
