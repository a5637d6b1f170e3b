import { searchedWords } from '#store/words.ts';

/** Comes before each word, and is in none. */
const SPACE = ' ';
/** Names are looked up by prefixes of words, of this many UTF-16 units. */
const KEY_LENGTH = 2;

/** Matches most names, which need no word segmentation. */
const PLAIN = /^[A-Za-z]+(?: [A-Za-z]+)*$/;

/** The names of one type, by prefixes of their words. */
export interface WordLists {
  /** Folded: each word has a space before it. */
  readonly names: readonly string[];
  /** Indexes in `names`, ascending, by the first two letters of a word, or the only letter. */
  readonly byBeginning: ReadonlyMap<string, readonly number[]>;
}

/** Names between two yields. */
const NAMES_A_STEP = 100;

export function* wordLists(count: number, nameAt: (index: number) => string): Generator<void, WordLists> {
  const byBeginning = new Map<string, number[]>();
  const folded: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const name = nameAt(index);
    const words = PLAIN.test(name) ? name.toLowerCase().split(SPACE) : searchedWords(name);
    for (const word of words) {
      const key = word.slice(0, KEY_LENGTH);
      const list = byBeginning.get(key);
      if (list === undefined) byBeginning.set(key, [index]);
      else if (list.at(-1) !== index) list.push(index);
    }
    folded.push(SPACE + words.join(SPACE));
    if (index % NAMES_A_STEP === 0) yield;
  }
  return { names: folded, byBeginning };
}

/** Ranks of matches: the whole name, its beginning, or any other word. */
const MATCH = { whole: 0, start: 1, word: 2 } as const;

interface NameMatch {
  readonly index: number;
  /** One of MATCH; smaller is better. */
  readonly rank: number;
}

/**
 * Finds the names in which each of these words is a prefix of some word.
 * @param words folded; at least one
 * @param isPersonal whether a match of the last word, such as a family name, ranks like one at the start
 */
export function* matchingNames(lists: WordLists, words: readonly string[], isPersonal: boolean): Generator<NameMatch> {
  const whole = SPACE + words.join(SPACE);
  const beginnings = words.map((word) => SPACE + word);
  const first = beginnings[0] ?? SPACE;
  for (const index of shortestList(lists, words)) {
    const name = lists.names[index] ?? '';
    if (!beginnings.every((beginning) => name.includes(beginning))) continue;
    const isStart = name.startsWith(first) || (isPersonal && name.startsWith(first, name.lastIndexOf(SPACE)));
    yield { index, rank: name === whole ? MATCH.whole : isStart ? MATCH.start : MATCH.word };
  }
}

/** The shortest list that has every match. */
function shortestList({ byBeginning }: WordLists, words: readonly string[]): Iterable<number> {
  let shortest: readonly number[] | undefined;
  for (const word of words) {
    if (word.length < KEY_LENGTH) continue;
    const list = byBeginning.get(word.slice(0, KEY_LENGTH)) ?? [];
    if (shortest === undefined || list.length < shortest.length) shortest = list;
  }
  return shortest ?? ofOneLetter(byBeginning, words[0] ?? '');
}

function ofOneLetter(byBeginning: WordLists['byBeginning'], letter: string): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [key, list] of byBeginning) if (key.startsWith(letter)) for (const index of list) found.add(index);
  return found;
}
