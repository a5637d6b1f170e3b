import { wordsOf } from '#store/words.ts';
import type { TextLists } from '../index/text-lists.ts';
import { partsOf, readText } from '../query/text-query.ts';

/** A text that asks for less than another. */
export interface RelaxedQuery {
  /** The words without one of them, or with the beginning of one that no talk has. */
  readonly kind: 'without' | 'beginning';
  /** The word that is left out, or what is left of it. */
  readonly part: string;
  /** As of `q`. */
  readonly text: string;
}

/** Each is a search of its own: of more words nobody would try one after the other. */
const MOST_PARTS = 6;

/** Letters by which a word is made shorter, and that it must keep. */
const MOST_OFF = 4;
const LEAST_KEPT = 3;

/**
 * What to ask for in the place of a text that finds nothing: without each of its words, and with the first word that
 * stands nowhere made as short as it must be to stand somewhere. That finds what was typed wrongly near its end.
 * @throws TermsNotLoaded for what the index must be told of before
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

/** One word, that is also the beginning of longer ones. */
function isWord(part: string): boolean {
  return !/["*]/.test(part) && wordsOf(part).length === 1;
}

/** For each word, how many talks have one that begins with it. They are learned at once. */
function sizes(words: readonly string[], texts: TextLists): number[] {
  const read = readText(words.join(' '));
  if (read === undefined || read === 'nothing') return [];
  return texts.of(read).map(({ list }) => list.size);
}
