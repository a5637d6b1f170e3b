import { wordsOf } from '#store/words.ts';
import type { TextLists } from '../index/text-lists.ts';
import { partsOf, readText } from '../query/text-query.ts';

/** A text with fewer requirements than another. */
export interface RelaxedQuery {
  /** Without one of the words, or with a prefix of one that no talk contains. */
  readonly kind: 'without' | 'beginning';
  /** The word that is left out, or the prefix. */
  readonly part: string;
  /** A value of `q`. */
  readonly text: string;
}

/** Each suggestion is a search of its own: nobody would try more of them. */
const MOST_PARTS = 6;

/** How many letters a word may lose, and how many it must keep. */
const MOST_OFF = 4;
const LEAST_KEPT = 3;

/**
 * What to suggest for a text that finds nothing: the text without each of its words, and with the first word that occurs
 * nowhere shortened until it does, which finds words that are misspelt near the end.
 * @throws TermsNotLoaded
 */
export function relaxedQueries(typed: string, texts: TextLists): RelaxedQuery[] {
  const parts = partsOf(typed);
  if (parts.length > MOST_PARTS) return [];
  const shorter = parts.length === 1 ? [] : parts.map((part, at) => ({ part, at }));
  return [
    ...beginnings(parts, texts),
    ...shorter.map(({ part, at }): RelaxedQuery => {
      const text = parts.filter((_, other) => other !== at).join(' ');
      return { kind: 'without', part: part.replaceAll('"', ''), text };
    }),
  ];
}

function beginnings(parts: readonly string[], texts: TextLists): RelaxedQuery[] {
  const at = parts.findIndex((part) => isWord(part) && sizes([part], texts)[0] === 0);
  if (at === -1) return [];
  const letters = Array.from(wordsOf(parts[at] ?? '')[0] ?? '');
  const least = Math.max(LEAST_KEPT, Math.ceil(letters.length / 2), letters.length - MOST_OFF);
  const shorter = Array.from({ length: Math.max(0, letters.length - least) }, (_, off) =>
    letters.slice(0, -1 - off).join(''),
  );
  if (shorter.length === 0) return [];
  const found = sizes(shorter, texts).findIndex((size) => size > 0);
  const part = shorter[found];
  if (part === undefined) return [];
  return [{ kind: 'beginning', part, text: parts.map((each, other) => (other === at ? part : each)).join(' ') }];
}

/** A single word that is also a prefix. */
function isWord(part: string): boolean {
  return !/["*]/.test(part) && wordsOf(part).length === 1;
}

/** For each word, how many talks contain one that begins with it. Their terms are loaded together. */
function sizes(words: readonly string[], texts: TextLists): number[] {
  const read = readText(words.join(' '));
  if (read === undefined || read === 'nothing') return [];
  return texts.of(read).map(({ list }) => list.size);
}
