import { spellingsOf } from '#catalogue/folding.ts';

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
  /** The same in another spelling, of names that have one: by index in `names`. */
  readonly others: ReadonlyMap<number, string>;
  /** Indexes in `names`, ascending, by the first two letters of a word, or the only letter. */
  readonly byBeginning: ReadonlyMap<string, readonly number[]>;
}

/** Names between two yields. */
const NAMES_A_STEP = 100;

export function* wordLists(count: number, nameAt: (index: number) => string): Generator<void, WordLists> {
  const byBeginning = new Map<string, number[]>();
  const folded: string[] = [];
  const others = new Map<number, string>();
  for (let index = 0; index < count; index += 1) {
    const name = nameAt(index);
    const [words = [], other] = PLAIN.test(name) ? [name.toLowerCase().split(SPACE)] : spellingsOf(name);
    for (const word of other === undefined ? words : [...words, ...other]) {
      const key = word.slice(0, KEY_LENGTH);
      const list = byBeginning.get(key);
      if (list === undefined) byBeginning.set(key, [index]);
      else if (list.at(-1) !== index) list.push(index);
    }
    folded.push(SPACE + words.join(SPACE));
    if (other !== undefined) others.set(index, SPACE + other.join(SPACE));
    if (index % NAMES_A_STEP === 0) yield;
  }
  return { names: folded, others, byBeginning };
}

/** Ranks of matches: the whole name, its beginning, or any other word. */
const MATCH = { whole: 0, start: 1, word: 2 } as const;

export interface NameMatch {
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
  const rankOf = (name: string): number => {
    if (name === whole) return MATCH.whole;
    const isStart = name.startsWith(first) || (isPersonal && name.startsWith(first, name.lastIndexOf(SPACE)));
    return isStart ? MATCH.start : MATCH.word;
  };
  for (const index of shortestList(lists, words)) {
    const name = lists.names[index] ?? '';
    const other = lists.others.get(index);
    if (other === undefined) {
      if (beginnings.every((beginning) => name.includes(beginning))) yield { index, rank: rankOf(name) };
    } else if (beginnings.every((beginning) => name.includes(beginning) || other.includes(beginning))) {
      yield { index, rank: Math.min(rankOf(name), rankOf(other)) };
    }
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
