import { setImmediate as nextTurn } from 'node:timers/promises';
import { soughtWords, spellingsOf } from '#catalogue/folding.ts';
import {
  DEPARTMENT_REF,
  FIRST_TOPIC,
  type IndexColumns,
  SERIES_REF,
  TOPIC_COUNT,
  VENUE_REF,
} from '../index/columns.ts';
import { BROWSE_TYPES, type BrowseType, recordTypeOf } from '../index/list-type.ts';
import { positionsIn } from '../index/position-list.ts';
import type { Directory } from './directory.ts';

export interface SuggestRequest {
  /** As typed. */
  readonly text: string;
  readonly types: readonly BrowseType[];
  /** The most suggestions to return. */
  readonly count: number;
}

/** A record whose name matches. */
interface Suggested {
  readonly type: BrowseType;
  readonly number: number;
}

interface Candidate extends Suggested {
  readonly rank: number;
  readonly score: number;
}

/** Cached by the order of names, which stays the same array while no name of its type changes. */
const lists = new WeakMap<Uint32Array, Promise<WordLists>>();

/** Finds names while they are typed: each word must be a prefix of a word of the name, ignoring case and accents. */
export class Suggester {
  readonly #columns: IndexColumns;
  readonly #directory: Directory;
  /** From the position of the first talk to come. */
  #scores: { readonly from: number; readonly all: Promise<TalkScores> } | undefined;

  constructor(columns: IndexColumns, directory: Directory) {
    this.#columns = columns;
    this.#directory = directory;
  }

  /**
   * Sorts whole names first, then names that begin with the first word, then others; within each group, those with the
   * most upcoming talks, then the most talks.
   * @param now seconds since 1970-01-01T00:00:00Z
   */
  async suggest({ text, types, count }: SuggestRequest, now: number): Promise<readonly Suggested[]> {
    const spellings = soughtSpellings(text);
    if (spellings.length === 0) return [];
    const best: Candidate[] = [];
    const all = await this.#scoresAt(now);
    for (const type of types) {
      const order = this.#columns.orders[type];
      const scores = type === 'collection' ? undefined : all[type];
      for (const { index, rank } of ranksIn(await this.#listsOf(type), spellings, type === 'person')) {
        const number = order[index] ?? 0;
        insert(best, { type, number, rank, score: scores?.[number] ?? 0 }, count);
      }
    }
    return best;
  }

  /** Numbers of all records of a type whose names match. */
  async matching(text: string, type: BrowseType): Promise<ReadonlySet<number>> {
    const order = this.#columns.orders[type];
    const ranks = ranksIn(await this.#listsOf(type), soughtSpellings(text), false);
    return new Set(Array.from(ranks, ({ index }) => order[index] ?? 0));
  }

  /** Does in slices what the first request of each day would otherwise wait for. @param now as for `suggest` */
  async prepare(now: number): Promise<void> {
    for (const type of BROWSE_TYPES) await this.#listsOf(type);
    await this.#scoresAt(now);
  }

  #listsOf(type: BrowseType): Promise<WordLists> {
    const order = this.#columns.orders[type];
    let known = lists.get(order);
    if (known === undefined) {
      const recordType = recordTypeOf(type);
      const nameAt = (index: number): string => this.#directory.name(recordType, order[index] ?? 0);
      known = inSlices(wordLists(order.length, nameAt));
      lists.set(order, known);
    }
    return known;
  }

  #scoresAt(now: number): Promise<TalkScores> {
    const { from } = positionsIn(this.#columns.talks.starts, { from: now, to: Infinity });
    if (this.#scores?.from !== from) {
      this.#scores = { from, all: inSlices(talkScores(this.#columns, from)) };
    }
    return this.#scores.all;
  }
}

/** The words typed, in each way that they may be spelled in names; none if no word was typed. */
function soughtSpellings(text: string): string[][] {
  return soughtWords(text)
    .map(distinct)
    .filter((words) => words.length > 0);
}

/** The names that match in one of the spellings, in order. */
function ranksIn(lists: WordLists, spellings: readonly string[][], isPersonal: boolean): Iterable<NameMatch> {
  const found = spellings.map((words) => matchingNames(lists, words, isPersonal));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const ranks = new Map<number, number>();
  for (const { index, rank } of found.flatMap((matches) => [...matches]))
    ranks.set(index, Math.min(rank, ranks.get(index) ?? Infinity));
  return Array.from(ranks, ([index, rank]) => ({ index, rank })).sort((a, b) => a.index - b.index);
}

/** Drops words that are prefixes of others, and so add nothing. */
function distinct(words: readonly string[]): string[] {
  const unique = [...new Set(words)];
  return unique.filter((word) => !unique.some((other) => other !== word && other.startsWith(word)));
}

/** Inserts a candidate in order, and drops the last one if there are more than `most`. On a tie, the earlier stays. */
function insert(best: Candidate[], candidate: Candidate, most: number): void {
  if (best.length >= most && !isBetter(candidate, best.at(-1))) return;
  let at = best.length;
  while (at > 0 && isBetter(candidate, best[at - 1])) at -= 1;
  best.splice(at, 0, candidate);
  if (best.length > most) best.pop();
}

function isBetter(one: Candidate, other: Candidate | undefined): boolean {
  return other !== undefined && (one.rank - other.rank || other.score - one.score) < 0;
}

/** Milliseconds of work before the event loop gets a turn. */
const LONGEST_SLICE = 2;

/** Runs a generator in slices, with a turn of the event loop between them. */
async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const end = performance.now() + LONGEST_SLICE;
    do {
      const step = work.next();
      if (step.done === true) return step.value;
    } while (performance.now() < end);
    await nextTurn();
  }
}

/** One upcoming talk counts more than all past ones. */
const UPCOMING = 2 ** 24;
/** In levels: no tree of places is as deep, but a damaged one may have a cycle. */
const DEEPEST = 50;

/** By number of a record: its upcoming talks, then its past ones, combined into one number to sort by. */
type TalkScores = Readonly<Record<Exclude<BrowseType, 'collection'>, Float64Array>>;

/** Talks between two yields. */
const TALKS_A_STEP = 1_000;

/** Scores all records in one pass over all talks. @param upcoming the position of the first upcoming talk */
function* talkScores({ talks, keys, parents }: IndexColumns, upcoming: number): Generator<void, TalkScores> {
  const scoresOf = (type: 'person' | 'series' | 'topic' | 'place') => new Float64Array(keys[type].offsets.length);
  const scores = {
    person: scoresOf('person'),
    series: scoresOf('series'),
    topic: scoresOf('topic'),
    department: scoresOf('place'),
    venue: scoresOf('place'),
  };
  const { refs, refOffsets, numbers } = talks;
  for (let position = 0; position < numbers.length; position += 1) {
    const score = position >= upcoming ? UPCOMING : 1;
    const at = refOffsets[position] ?? 0;
    add(scores.series, refs[at + SERIES_REF], score);
    add(scores.venue, refs[at + VENUE_REF], score);
    add(scores.department, refs[at + DEPARTMENT_REF], score);
    const speakers = at + FIRST_TOPIC + (refs[at + TOPIC_COUNT] ?? 0);
    for (let ref = at + FIRST_TOPIC; ref < speakers; ref += 1) add(scores.topic, refs[ref], score);
    const end = speakers + (refs[speakers] ?? 0);
    for (let ref = speakers + 1; ref <= end; ref += 1) add(scores.person, refs[ref], score);
    if (position % TALKS_A_STEP === 0) yield;
  }
  return { ...scores, department: withBelow(scores.department, parents), venue: withBelow(scores.venue, parents) };
}

function add(scores: Float64Array, number: number | undefined, score: number): void {
  if (number !== undefined && number !== 0) scores[number] = (scores[number] ?? 0) + score;
}

/** Adds to each place the scores of everything under it. */
function withBelow(direct: Float64Array, parents: Uint32Array): Float64Array {
  const scores = direct.slice();
  for (const [place, score] of direct.entries()) {
    if (score === 0) continue;
    let above = parents[place] ?? 0;
    for (let depth = 0; above !== 0 && depth < DEEPEST; depth += 1) {
      add(scores, above, score);
      above = parents[above] ?? 0;
    }
  }
  return scores;
}

/** Comes before each word, and is in none. */
const SPACE = ' ';
/** Names are looked up by prefixes of words, of this many UTF-16 units. */
const KEY_LENGTH = 2;

/** Matches most names, which need no word segmentation. */
const PLAIN = /^[A-Za-z]+(?: [A-Za-z]+)*$/;

/** The names of one type, by prefixes of their words. */
interface WordLists {
  /** Folded: each word has a space before it. */
  readonly names: readonly string[];
  /** The same in another spelling, of names that have one: by index in `names`. */
  readonly others: ReadonlyMap<number, string>;
  /** Indexes in `names`, ascending, by the first two letters of a word, or the only letter. */
  readonly byBeginning: ReadonlyMap<string, readonly number[]>;
}

/** Names between two yields. */
const NAMES_A_STEP = 100;

function* wordLists(count: number, nameAt: (index: number) => string): Generator<void, WordLists> {
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
function* matchingNames(lists: WordLists, words: readonly string[], isPersonal: boolean): Generator<NameMatch> {
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
