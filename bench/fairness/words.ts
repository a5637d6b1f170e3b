import { ask, JSON_PLAIN } from '../harness/ask.ts';
import { TODAY } from '../harness/catalogue.ts';
import { fieldOf, listOf, textOf } from '../harness/narrow.ts';
import type { Random } from '../harness/random.ts';

/** Before every talk. */
const EVER = '1900-01-01';

/** The words of a catalogue, those of most talks first. */
export async function commonestWords(port: number): Promise<string[]> {
  const { body } = await ask(port, `/api/talks/search?from=${TODAY}&count=1000`, JSON_PLAIN);
  const talks = new Map<string, number>();
  for (const talk of listOf(fieldOf(JSON.parse(body.toString()), '_embedded'), 'talks')) {
    const text = `${textOf(talk, 'title_display')} ${textOf(talk, 'description')}`.toLowerCase();
    for (const word of new Set(text.match(/[a-z]+/g))) talks.set(word, (talks.get(word) ?? 0) + 1);
  }
  return [...talks].sort(([, one], [, other]) => other - one).map(([word]) => word);
}

/** Thirty-two words or beginnings, by relevance or by date, as words or as a phrase: no question reads more. */
export function mostExpensive(words: readonly string[], random: Random): string {
  const beginnings = [...new Set(words.map((word) => word.slice(0, 3)).filter((begun) => begun.length === 3))];
  const kind = random.below(4);
  const chosen = random.shuffled((kind === 0 ? words : beginnings).slice(0, 80)).slice(0, 32);
  const q = kind === 0 ? `"${chosen.join(' ')}"` : chosen.join(' ');
  return search({ from: EVER, q, ...(kind === 1 ? { order: 'relevance' } : {}) });
}

/** What people ask: one to three words, now and then one that nearly every talk has. */
export function ordinary(words: readonly string[], random: Random): string {
  const kind = random.below(10);
  const telling = words.slice(200).filter((word) => word.length > 4);
  const several = kind < 5 ? 1 : kind < 8 ? 2 : 3;
  const chosen = Array.from({ length: several }, () => random.pick(telling));
  return search({ from: TODAY, q: kind === 9 ? random.pick(words.slice(0, 60)) : chosen.join(' ') });
}

function search(parameters: Readonly<Record<string, string>>): string {
  return `/api/talks/search?${new URLSearchParams(parameters).toString()}`;
}
