import type { Bench, Benchmark } from '../benchmark.ts';
import { againstBaseline } from '../harness/against-baseline.ts';
import { foundTalks, JSON_PLAIN } from '../harness/ask.ts';
import { TODAY } from '../harness/catalogue.ts';
import { fillingPages } from '../harness/full-pages.ts';
import type { MeasuredProcess } from '../harness/measured-process.ts';
import { fieldOf, listOf, textOf } from '../harness/narrow.ts';
import { Random } from '../harness/random.ts';
import { distinct, present, search } from '../harness/targets.ts';
import { withEachSize } from '../harness/with-server.ts';

const DIFFERENT_QUESTIONS = 60_000;
/** Number of words that are searched for repeatedly. The server keeps them in memory after the first search. */
const MAX_WORDS = 200;
const NEW_QUESTIONS = 400;

export const text: Benchmark = {
  name: 'text',
  question: 'What does a search for words cost?',
  run: (bench: Bench) =>
    withEachSize(bench, async (lectern, { talks }) => {
      const words = await wordsOfTalks(lectern.port);
      await newWords(bench, lectern, talks, words);
      const random = new Random(8);
      const common = await fillingPages(lectern.port, {
        parameter: 'q',
        values: random.shuffled(words).slice(0, MAX_WORDS),
        pages: 1,
      });
      for (const order of ['date', 'relevance'])
        await againstBaseline(bench, lectern, {
          what: `text search, by ${order}`,
          talks,
          targets: distinct(DIFFERENT_QUESTIONS, random, present({ ...common, more: { order } })),
          headers: JSON_PLAIN,
          baseline: 'typical',
          amount: 2_000,
          warmup: 30_000,
        });
    }),
};

/** Distinct words from the titles, descriptions and speakers of some talks, read from the API. */
async function wordsOfTalks(port: number): Promise<string[]> {
  const talks = await foundTalks(port, search({ from: TODAY, count: 1_000 }));
  const texts = talks.flatMap((talk) => {
    const speakers = listOf(fieldOf(talk, '_embedded'), 'speakers').map((speaker) => textOf(speaker, 'name'));
    return [textOf(talk, 'title_display'), textOf(talk, 'description'), ...speakers];
  });
  const words = texts.join(' ').toLowerCase();
  return [...new Set(words.match(/[a-z]{4,}/g))];
}

/** Searches for words and prefixes that are new to the server, so that each search reads the store. */
async function newWords(
  bench: Bench,
  lectern: MeasuredProcess,
  talks: number,
  words: readonly string[],
): Promise<void> {
  const random = new Random(9);
  const beginnings = words.flatMap((word) => [word, word.slice(0, -1), `"${word}"`]);
  const unseen = random.shuffled([...new Set(beginnings)]);
  const rounds = Math.min(bench.rounds, Math.floor(unseen.length / NEW_QUESTIONS));
  if (rounds < 3) return;
  await againstBaseline({ ...bench, rounds, profile: false }, lectern, {
    what: 'text search, a new word each time',
    talks,
    targets: unseen.map((q) => search({ from: TODAY, q, count: 20 })),
    headers: JSON_PLAIN,
    baseline: 'typical',
    amount: NEW_QUESTIONS,
    warmup: 0,
  });
}
