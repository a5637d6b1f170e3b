import { wordsOf } from '#catalogue/folding.ts';
import type { TextLists } from '../index/text-lists.ts';
import { partsOf, readText, type TextQuery } from '../query/text-query.ts';

/** A text that is easier to match than the one that was typed. */
interface RelaxedQuery {
  /** `without`: one word is left out. `beginning`: a word that no talk contains is shortened to a prefix. */
  readonly kind: 'without' | 'beginning';
  /** The word that is left out, or the prefix. */
  readonly part: string;
  /** A value of `q`. */
  readonly text: string;
}

/** Each part costs a search, and nobody would try more suggestions. */
const MAX_PARTS = 6;

/** Maximum number of letters that a word may lose, and minimum number that it must keep. */
const MAX_LETTERS_OFF = 4;
const MIN_KEPT = 3;

/**
 * Suggestions for a text that finds nothing: the text without each of its words in turn, and the text with the first
 * word that no talk contains shortened to a prefix that some do, which helps if a word is misspelt near the end.
 * @param load finds the words of a text, which must be known before `texts` is asked for them
 */
export async function relaxedQueries(typed: string, texts: TextLists, load: LoadWords): Promise<RelaxedQuery[]> {
  const parts = partsOf(typed);
  if (parts.length > MAX_PARTS) return [];
  const shorter = parts.length === 1 ? [] : parts.map((part, at) => ({ part, at }));
  return [
    ...(await beginnings(parts, texts, load)),
    ...shorter.map(({ part, at }): RelaxedQuery => {
      const text = parts.filter((_, other) => other !== at).join(' ');
      return { kind: 'without', part: part.replaceAll('"', ''), text };
    }),
  ];
}

type LoadWords = (text: TextQuery) => Promise<void> | undefined;

async function beginnings(parts: readonly string[], texts: TextLists, load: LoadWords): Promise<RelaxedQuery[]> {
  let at = -1;
  for (const [place, part] of parts.entries()) {
    if (at === -1 && isWord(part) && (await sizes([part], texts, load))[0] === 0) at = place;
  }
  if (at === -1) return [];
  const letters = Array.from(wordsOf(parts[at] ?? '')[0] ?? '');
  const least = Math.max(MIN_KEPT, Math.ceil(letters.length / 2), letters.length - MAX_LETTERS_OFF);
  const shorter = Array.from({ length: Math.max(0, letters.length - least) }, (_, off) =>
    letters.slice(0, -1 - off).join(''),
  );
  if (shorter.length === 0) return [];
  const found = (await sizes(shorter, texts, load)).findIndex((size) => size > 0);
  const part = shorter[found];
  if (part === undefined) return [];
  return [{ kind: 'beginning', part, text: parts.map((each, other) => (other === at ? part : each)).join(' ') }];
}

/** Whether a part is a single word, which also matches as a prefix: no quotation marks or asterisk. */
function isWord(part: string): boolean {
  return !/["*]/.test(part) && wordsOf(part).length === 1;
}

/** For each word, the number of talks with a word that begins with it. The terms of all are loaded together. */
async function sizes(words: readonly string[], texts: TextLists, load: LoadWords): Promise<number[]> {
  const read = readText(words.join(' '));
  if (read === undefined || read === 'nothing') return [];
  await load(read);
  return texts.of(read).map(({ list }) => list.size);
}
