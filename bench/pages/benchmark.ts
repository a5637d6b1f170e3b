import type { Bench, Benchmark } from '../benchmark.ts';
import { againstFloor } from '../harness/against-floor.ts';
import type { Headers } from '../harness/ask.ts';
import { Random } from '../harness/random.ts';
import { distinct, upcoming, type Make } from '../harness/targets.ts';
import { withEachSize } from '../harness/with-server.ts';

const BROWSER: Headers = { Accept: 'text/html', 'Accept-Language': 'en' };
const ASKED_AGAIN = 100;
const DIFFERENT_QUESTIONS = 40_000;
const OTHERS = 2_000;
const MOST_FIRST_ASKED = 500;

/** The page of a search. */
const searchPage: Make = (random) => upcoming(random).replace('/api/talks/search', '/search');

export const pages: Benchmark = {
  name: 'pages',
  question: 'What does a page that people read cost, asked again and new?',
  run: (bench: Bench) =>
    withEachSize(bench, async (lectern, { talks, facts }) => {
      const random = new Random(4);
      const talkPages = random.shuffled(facts.known).map(({ slug }) => `/talks/id/${slug}/`);
      const others = talkPages.slice(ASKED_AGAIN, ASKED_AGAIN + OTHERS);
      const unseen = talkPages.slice(ASKED_AGAIN + OTHERS);
      const contest = { talks, headers: BROWSER };
      const again = { ...contest, floor: 'all', target: 0.4, amount: 2_000, warmup: 10_000 } as const;
      await againstFloor(bench, lectern, {
        ...again,
        what: 'search page asked again',
        targets: distinct(ASKED_AGAIN, random, searchPage),
      });
      await againstFloor(bench, lectern, {
        ...contest,
        what: 'search page, another question each time',
        targets: distinct(DIFFERENT_QUESTIONS, random, searchPage),
        floor: 'typical',
        target: 0.1,
        amount: 500,
        warmup: 10_000,
      });
      await againstFloor(bench, lectern, {
        ...again,
        what: 'talk page asked again',
        targets: talkPages.slice(0, ASKED_AGAIN),
      });
      // In a small catalogue, every talk has been requested by now.
      if (unseen.length < bench.rounds) return;
      await againstFloor(bench, lectern, {
        ...contest,
        what: 'talk page that nobody asked for before',
        targets: unseen,
        before: others,
        floor: 'typical',
        target: 0.1,
        amount: Math.min(MOST_FIRST_ASKED, Math.floor(unseen.length / bench.rounds)),
        warmup: others.length,
      });
    }),
};
