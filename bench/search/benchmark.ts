import type { Bench, Benchmark } from '../benchmark.ts';
import { againstBaseline } from '../harness/against-baseline.ts';
import { JSON_PLAIN } from '../harness/ask.ts';
import { fillingPages } from '../harness/full-pages.ts';
import { Random } from '../harness/random.ts';
import { anytime, departmentsWithMore, distinct, present, upcoming } from '../harness/targets.ts';
import { withEachSize } from '../harness/with-server.ts';

const DIFFERENT_QUESTIONS = 60_000;
const REPEATED = 100;

const REPEATS = [
  { what: 'search, repeated', headers: JSON_PLAIN, target: 0.85 },
  { what: 'search, repeated, gzip', headers: { ...JSON_PLAIN, 'Accept-Encoding': 'gzip' }, target: 0.85 },
  { what: 'search, repeated, XML', headers: { Accept: 'application/xml' }, target: 0.7 },
];

export const search: Benchmark = {
  name: 'search',
  question: 'What does a page of 20 talks cost, the first time and repeated?',
  run: (bench: Bench) =>
    withEachSize(bench, async (lectern, { talks, facts }) => {
      const random = new Random(2);
      const departments = await fillingPages(lectern.port, {
        parameter: 'organising_department',
        values: departmentsWithMore(facts),
        more: { subdepartments: 'true' },
        pages: 2,
      });
      const contests = [
        { what: 'search, coming weeks', make: upcoming, target: 0.7 },
        { what: 'search, a department and all below', make: present(departments), target: 0.45 },
        { what: 'search, any week', make: anytime(facts), target: 0.7 },
      ];
      for (const { make, ...contest } of contests)
        await againstBaseline(bench, lectern, {
          ...contest,
          talks,
          targets: distinct(DIFFERENT_QUESTIONS, random, make),
          headers: JSON_PLAIN,
          baseline: 'typical',
          amount: 2_000,
          warmup: 30_000,
        });
      const targets = distinct(REPEATED, new Random(3), upcoming);
      for (const kind of REPEATS)
        await againstBaseline(bench, lectern, {
          ...kind,
          talks,
          targets,
          baseline: 'all',
          amount: 4_000,
          warmup: 20_000,
        });
    }),
};
