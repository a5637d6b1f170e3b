import type { Bench, Benchmark } from '../benchmark.ts';
import { againstBaseline } from '../harness/against-baseline.ts';
import type { Headers } from '../harness/ask.ts';
import { Random } from '../harness/random.ts';
import { distinct, upcoming, type Make } from '../harness/targets.ts';
import { withEachSize } from '../harness/with-server.ts';

const BROWSER: Headers = { Accept: 'text/html', 'Accept-Language': 'en' };
const REPEATED = 100;
const DIFFERENT_QUESTIONS = 40_000;
const OTHERS = 2_000;
const MAX_FIRST_ASKED = 500;

/** The page of a search for upcoming talks. */
const searchPage: Make = (random) => upcoming(random).replace('/api/talks/search', '/search');

export const pages: Benchmark = {
  name: 'pages',
  question: 'What does an HTML page cost, the first time and repeated?',
  run: (bench: Bench) =>
    withEachSize(bench, async (lectern, { talks, facts }) => {
      const random = new Random(4);
      const talkPages = random.shuffled(facts.known).map(({ slug }) => `/talks/id/${slug}/`);
      const others = talkPages.slice(REPEATED, REPEATED + OTHERS);
      const unseen = talkPages.slice(REPEATED + OTHERS);
      const contest = { talks, headers: BROWSER };
      const again = { ...contest, baseline: 'all', target: 0.4, amount: 2_000, warmup: 10_000 } as const;
      await againstBaseline(bench, lectern, {
        ...again,
        what: 'search page, repeated',
        targets: distinct(REPEATED, random, searchPage),
      });
      await againstBaseline(bench, lectern, {
        ...contest,
        what: 'search page',
        targets: distinct(DIFFERENT_QUESTIONS, random, searchPage),
        baseline: 'typical',
        target: 0.1,
        amount: 500,
        warmup: 10_000,
      });
      await againstBaseline(bench, lectern, {
        ...again,
        what: 'page of a talk, repeated',
        targets: talkPages.slice(0, REPEATED),
      });
      // In a small catalogue, every talk has been requested by now.
      if (unseen.length < bench.rounds) return;
      await againstBaseline(bench, lectern, {
        ...contest,
        what: 'page of a talk, first request since an import',
        targets: unseen,
        before: others,
        baseline: 'typical',
        target: 0.1,
        amount: Math.min(MAX_FIRST_ASKED, Math.floor(unseen.length / bench.rounds)),
        warmup: others.length,
      });
    }),
};
