import type { Bench, Benchmark } from '../benchmark.ts';
import { againstFloor } from '../harness/against-floor.ts';
import { JSON_PLAIN } from '../harness/ask.ts';
import { Random } from '../harness/random.ts';
import { distinct, upcoming } from '../harness/targets.ts';
import { withEachSize } from '../harness/with-server.ts';

const DIFFERENT_QUESTIONS = 100;

const KINDS = [
  { what: 'search asked again', headers: JSON_PLAIN, target: 0.85 },
  {
    what: 'search asked again, gzip',
    headers: { Accept: 'application/json', 'Accept-Encoding': 'gzip' },
    target: 0.85,
  },
  { what: 'search asked again, XML', headers: { Accept: 'application/xml' }, target: 0.7 },
];

export const again: Benchmark = {
  name: 'again',
  question: 'What does a question cost that others have asked?',
  run: (bench: Bench) =>
    withEachSize(bench, async (lectern, { talks }) => {
      const targets = distinct(DIFFERENT_QUESTIONS, new Random(3), upcoming);
      for (const kind of KINDS)
        await againstFloor(bench, lectern, { ...kind, talks, targets, floor: 'all', amount: 4_000, warmup: 20_000 });
    }),
};
