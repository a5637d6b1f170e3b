import { LRUCache } from 'lru-cache';
import type { Matches, TermMatches, TextTerm } from '#store/store.ts';
import { keyOfTerm, type TextQuery } from '../query/text-query.ts';
import type { IndexColumns } from './columns.ts';
import { denseList, lowerBound, type PositionList, type Range, SparseList } from './position-list.ts';
import type { ValueLists } from './value-lists.ts';

type NamedType = keyof TermMatches['names'];

/** The talks that contain a term. */
interface TermList {
  readonly list: PositionList;
  /** The positions of `list`, ascending; undefined for a term that many talks contain. */
  readonly positions: Uint32Array | undefined;
  /** Where the term occurs, as bits of EVIDENCE: an entry for each of `positions`, or if undefined, for each talk. */
  readonly evidence: Uint8Array;
  /** Memory used, approximately. */
  readonly bytes: number;
}

/** Where in a talk a term occurs; `Whole`: as a whole word, not only as a prefix. */
const EVIDENCE = { text: 1, textWhole: 2, name: 4, nameWhole: 8, title: 16, titleWhole: 32 } as const;

/** Bytes of cached lists, and more for each talk, because some words occur in all talks. */
const KEPT_BYTES = 16 * 2 ** 20;
const KEPT_BYTES_A_TALK = 40;
/** Bytes of a list besides its arrays; otherwise empty lists would have no size, and stay cached for ever. */
const OVERHEAD = 512;

/**
 * Finds the talks that contain the terms of a text. Terms are loaded from the store, at the version of the index, and
 * cached.
 */
export class TextLists {
  readonly #columns: IndexColumns;
  readonly #lists: ValueLists;
  readonly #recent: LRUCache<string, TermList>;
  /** For the lifetime of a text: terms loaded for other texts cannot evict what this one needs. */
  readonly #known = new WeakMap<TextQuery, (TermList | undefined)[]>();

  constructor(columns: IndexColumns, lists: ValueLists) {
    this.#columns = columns;
    this.#lists = lists;
    this.#recent = new LRUCache({
      maxSize: KEPT_BYTES + KEPT_BYTES_A_TALK * columns.talks.numbers.length,
      sizeCalculation: ({ bytes }) => bytes,
    });
  }

  /** The terms of a text that must be loaded before its lists are available. */
  unknown(text: TextQuery): readonly TextTerm[] {
    const before = this.#known.get(text) ?? [];
    const known = text.terms.map((term, index) => before[index] ?? this.#recent.get(keyOfTerm(term)));
    this.#known.set(text, known);
    return text.terms.filter((_term, index) => known[index] === undefined);
  }

  /** Adds what the store found for an unknown term of a text. Takes milliseconds if many talks contain it. */
  learn(text: TextQuery, term: TextTerm, matches: TermMatches): void {
    const known = this.#known.get(text);
    if (known === undefined) throw new Error('Call unknown() for this text first');
    const key = keyOfTerm(term);
    // Another request may have loaded the same term in the meantime.
    const list = this.#recent.get(key) ?? this.#listOf(matches);
    known[text.terms.indexOf(term)] = list;
    this.#recent.set(key, list);
  }

  /** The list of each term; they must be loaded. */
  of(text: TextQuery): readonly TermList[] {
    if (this.unknown(text).length > 0) throw new Error('The terms of this text are not loaded');
    return (this.#known.get(text) ?? []).filter((list) => list !== undefined);
  }

  /** For each term of a text, the talks in a range that contain it. They must be loaded. */
  within(text: TextQuery, { from, to }: Range): PositionList[] {
    return this.of(text).map(({ list }) => list.within(from, to));
  }

  #listOf({ title, text, names }: TermMatches): TermList {
    const marks = new Uint8Array(this.#columns.talks.numbers.length);
    this.#markTalks(marks, text, EVIDENCE.text, EVIDENCE.textWhole);
    this.#markTalks(marks, title, EVIDENCE.title, EVIDENCE.titleWhole);
    for (const type of NAMED_TYPES) {
      this.#markNaming(marks, type, names[type].begun, EVIDENCE.name);
      this.#markNaming(marks, type, names[type].whole, EVIDENCE.nameWhole);
    }
    return listOfMarks(marks);
  }

  #markTalks(marks: Uint8Array, { begun, whole }: Matches, bit: number, wholeBit: number): void {
    const { talkPositions } = this.#columns;
    for (const number of begun) mark(marks, (talkPositions[number] ?? 0) - 1, bit);
    for (const number of whole) mark(marks, (talkPositions[number] ?? 0) - 1, wholeBit);
  }

  #markNaming(marks: Uint8Array, type: NamedType, numbers: Uint32Array, bit: number): void {
    for (const number of numbers) {
      for (const list of this.#naming(type, number, marks.length)) {
        for (const position of list.slice(0, list.size)) mark(marks, position, bit);
      }
    }
  }

  /** Talks that refer to the record itself, rather than to one above or below it. */
  #naming(type: NamedType, number: number, size: number): readonly PositionList[] {
    const types = type === 'place' ? (['venue', 'department'] as const) : ([type] as const);
    return types.map((each) => this.#lists.of(each, number, { from: 0, to: size }, false));
  }
}

const NAMED_TYPES: readonly NamedType[] = ['person', 'series', 'place', 'topic'];

function mark(marks: Uint8Array, position: number, bit: number): void {
  if (position >= 0) marks[position] = (marks[position] ?? 0) | bit;
}

/** If more than one in this many talks contains a term, a bitmap takes less memory and intersects faster. */
const DENSE_FROM = 4;

function listOfMarks(marks: Uint8Array): TermList {
  let size = 0;
  for (const bits of marks) if (bits !== 0) size += 1;
  return size * DENSE_FROM > marks.length ? denseTermList(marks) : sparseTermList(marks, size);
}

function denseTermList(marks: Uint8Array): TermList {
  const list = denseList(0, marks.length, (words) => {
    for (let position = 0; position < marks.length; position += 1) {
      if (marks[position] !== 0) words[position >>> 5] = (words[position >>> 5] ?? 0) | (1 << (position & 31));
    }
  });
  return { list, positions: undefined, evidence: marks, bytes: marks.byteLength + list.bytes + OVERHEAD };
}

function sparseTermList(marks: Uint8Array, size: number): TermList {
  const positions = new Uint32Array(size);
  const evidence = new Uint8Array(size);
  let taken = 0;
  for (let position = 0; taken < size; position += 1) {
    const bits = marks[position] ?? 0;
    if (bits === 0) continue;
    evidence[taken] = bits;
    positions[taken++] = position;
  }
  const bytes = positions.byteLength + evidence.byteLength + OVERHEAD;
  return { list: new SparseList(positions, 0, size), positions, evidence, bytes };
}

/**
 * Ranks talks by where terms occur in them: BM25F (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009,
 * section 3.6), fully saturated: a word counts once in a field, however often it occurs there. A term scores its inverse
 * document frequency times the weights of the fields that contain it. So ranking needs no text.
 */
const WEIGHTS = { text: 1, name: 3, title: 4 } as const;
/** The weight of a match as a prefix, relative to the whole word. */
const BEGUN = 0.5;
const HIGHEST_WEIGHT = WEIGHTS.text + WEIGHTS.name + WEIGHTS.title;

/** Indexed by the bits of EVIDENCE. */
const WEIGHT_OF = Float64Array.from({ length: 64 }, (_value, bits) => {
  const worth = (weight: number, bit: number, wholeBit: number): number => {
    if ((bits & wholeBit) !== 0) return weight;
    return (bits & bit) === 0 ? 0 : weight * BEGUN;
  };
  return (
    worth(WEIGHTS.text, EVIDENCE.text, EVIDENCE.textWhole) +
    worth(WEIGHTS.name, EVIDENCE.name, EVIDENCE.nameWhole) +
    worth(WEIGHTS.title, EVIDENCE.title, EVIDENCE.titleWhole)
  );
});

/** Scores are rounded to this many steps; the best is step 0. */
const STEPS = 2 ** 12;

/** Which of the ranked talks to return. */
interface Rank {
  readonly skip: number;
  readonly count: number;
}

/**
 * Positions of talks, best first; equal scores in the order of start and slug.
 * @param found the talks that contain all the terms
 * @param size the number of talks in the index
 */
export function ranked(
  found: PositionList,
  terms: readonly TermList[],
  size: number,
  { skip, count }: Rank,
): Uint32Array {
  const positions = found.slice(0, found.size);
  const steps = stepsOf(positions, terms, size);
  // A counting sort that writes only the requested part.
  const next = new Uint32Array(STEPS + 1);
  for (const step of steps) next[step + 1] = (next[step + 1] ?? 0) + 1;
  for (let step = 0; step < STEPS; step += 1) next[step + 1] = (next[step + 1] ?? 0) + (next[step] ?? 0);
  const wanted = new Uint32Array(Math.max(0, Math.min(count, positions.length - skip)));
  for (let index = 0; index < steps.length; index += 1) {
    const step = steps[index] ?? 0;
    const place = next[step] ?? 0;
    next[step] = place + 1;
    if (place >= skip && place - skip < wanted.length) wanted[place - skip] = positions[index] ?? 0;
  }
  return wanted;
}

function stepsOf(positions: Uint32Array, terms: readonly TermList[], size: number): Uint16Array {
  const scores = new Float64Array(positions.length);
  let highest = 0;
  for (const term of terms) {
    const rarity = rarityOf(term, size);
    highest += rarity * HIGHEST_WEIGHT;
    addScores(scores, positions, term, rarity);
  }
  const steps = new Uint16Array(scores.length);
  for (let index = 0; index < scores.length; index += 1)
    steps[index] = Math.round((1 - (scores[index] ?? 0) / highest) * (STEPS - 1));
  return steps;
}

/** @param positions ascending, all in the term's list */
function addScores(scores: Float64Array, positions: Uint32Array, term: TermList, rarity: number): void {
  const own = term.positions;
  let at = own === undefined ? 0 : lowerBound(own, positions[0] ?? 0, 0, own.length);
  for (let index = 0; index < positions.length; index += 1) {
    const position = positions[index] ?? 0;
    if (own === undefined) at = position;
    else while ((own[at] ?? Infinity) < position) at += 1;
    scores[index] = (scores[index] ?? 0) + rarity * (WEIGHT_OF[term.evidence[at] ?? 0] ?? 0);
  }
}

/** Inverse document frequency as in BM25; above 0 even for common words. */
function rarityOf({ list }: TermList, size: number): number {
  return Math.log(1 + (size - list.size + 0.5) / (list.size + 0.5));
}
