import { foundTalks } from '../harness/ask.ts';
import { TODAY } from '../harness/catalogue.ts';
import type { Facts } from '../harness/facts.ts';
import { textOf } from '../harness/narrow.ts';
import type { Random } from '../harness/random.ts';
import { search } from '../harness/targets.ts';

/** Earlier than all talks. */
const EVER = '1900-01-01';

/** The words in upcoming talks, most common first. */
export async function commonestWords(port: number): Promise<string[]> {
  const talks = new Map<string, number>();
  for (const talk of await foundTalks(port, search({ from: TODAY, count: 1_000 }))) {
    const text = `${textOf(talk, 'title_display')} ${textOf(talk, 'description')}`.toLowerCase();
    for (const word of new Set(text.match(/[a-z]+/g))) talks.set(word, (talks.get(word) ?? 0) + 1);
  }
  return [...talks].sort(([, one], [, other]) => other - one).map(([word]) => word);
}

/**
 * One of the most expensive requests: searches for 32 common or rare prefixes or for a phrase of 32 words, by date or
 * by relevance, through the API and on the page, which counts facets; and high pages of the largest lists.
 */
export function mostExpensive(words: readonly string[], { collections, organisations }: Facts, random: Random): string {
  const beginnings = [...new Set(words.map((word) => word.slice(0, 3)).filter((begun) => begun.length === 3))];
  const common = random.shuffled(beginnings.slice(0, 80)).slice(0, 32).join(' ');
  const rare = random.shuffled(beginnings.slice(80)).slice(0, 32).join(' ');
  const phrase = `"${random.shuffled(words.slice(0, 80)).slice(0, 32).join(' ')}"`;
  const [university] = organisations.toSorted((one, other) => other.below - one.below);
  const largest = university?.id ?? '';
  const page = String(100 + random.below(150));
  switch (random.below(8)) {
    case 0:
      return search({ from: EVER, q: phrase });
    case 1:
      return search({ from: EVER, q: common, order: 'relevance' });
    case 2:
      return search({ from: EVER, q: common });
    case 3:
      return search({ from: EVER, q: rare });
    case 4:
      return search({ from: EVER, q: common, count: '1000', page }).replace('/api/talks/search', '/search');
    case 5:
      return `/api/collections/id/${random.pick(collections)}?from=${EVER}&n=${page}`;
    case 6:
      return `/api/departments/${largest}?from=${EVER}&count=1000&page=${page}`;
    default:
      return search({ from: EVER, count: '1000', page });
  }
}

/** A search by an ordinary reader: one to three words, or sometimes a word that occurs in nearly every talk. */
export function ordinary(words: readonly string[], random: Random): string {
  const kind = random.below(10);
  const telling = words.slice(200).filter((word) => word.length > 4);
  const several = kind < 5 ? 1 : kind < 8 ? 2 : 3;
  const chosen = Array.from({ length: several }, () => random.pick(telling));
  return search({ from: TODAY, q: kind === 9 ? random.pick(words.slice(0, 60)) : chosen.join(' ') });
}
