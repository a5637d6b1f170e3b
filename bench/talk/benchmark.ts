import type { Bench, Benchmark } from '../benchmark.ts';
import { againstBaseline } from '../harness/against-baseline.ts';
import { JSON_PLAIN } from '../harness/ask.ts';
import { Random } from '../harness/random.ts';
import { withEachSize } from '../harness/with-server.ts';

const DIFFERENT_TALKS = 20_000;
const FIRST_ASKED = 1_000;

export const talk: Benchmark = {
  name: 'talk',
  question: 'What does a talk cost, averaged over many talks?',
  run: (bench: Bench) =>
    withEachSize(bench, async (lectern, { talks, facts }) => {
      const random = new Random(1);
      const targets = random.shuffled(facts.known).map(({ slug }) => `/api/talks/${slug}`);
      const asked = targets.slice(0, DIFFERENT_TALKS);
      const contest = { talks, headers: JSON_PLAIN, warmup: asked.length * 2 };
      await againstBaseline(bench, lectern, {
        ...contest,
        what: 'a talk',
        targets: asked,
        baseline: 'all',
        target: 0.85,
        amount: 4_000,
      });
      // From here on, requests are for talks that have never been requested, if there are enough.
      const unseen = targets.slice(DIFFERENT_TALKS);
      if (unseen.length < bench.rounds * FIRST_ASKED) return;
      await againstBaseline({ ...bench, profile: false }, lectern, {
        ...contest,
        what: 'a talk, not in the render cache',
        targets: unseen,
        baseline: 'typical',
        warmup: 0,
        amount: FIRST_ASKED,
      });
    }),
};
