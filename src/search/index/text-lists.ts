import type { Matches, TermMatches, TextTerm } from '#store/store.ts';
import type { IndexColumns } from './columns.ts';
import { denseList } from './dense-list.ts';
import type { PositionList, Range } from './position-list.ts';
import { RecentLists } from './recent-lists.ts';
import { SparseList } from './sparse-list.ts';
import { keyOfTerm } from '../query/text-query.ts';
import type { TextQuery } from '../query/text-query.ts';
import type { ValueLists } from './value-lists.ts';

type NamedType = keyof TermMatches['names'];

/** The talks that have a term. */
export interface TermList {
  readonly list: PositionList;
  /** Ascending: the same as those of `list`; undefined for a term of many talks. */
  readonly positions: Uint32Array | undefined;
  /** Where in a talk the term stands: bits of EVIDENCE, one entry for each of `positions`, or for each talk of the index. */
  readonly evidence: Uint8Array;
  /** Memory used, approximately. */
  readonly bytes: number;
}

/** An index was asked about a text that it has not learned: to be told by who can ask the store, and asked again. */
export class TermsNotLoaded extends Error {
  readonly text: TextQuery;

  constructor(text: TextQuery) {
    super('The index does not know yet which talks hold this text');
    this.text = text;
  }
}

/** Where in a talk a term stands; `whole`: not only as the beginning of a longer word. */
export const EVIDENCE = { text: 1, textWhole: 2, name: 4, nameWhole: 8, title: 16, titleWhole: 32 } as const;

/** Bytes of lists that are kept for those who ask for the same words, and more for each talk: some words are in all. */
const KEPT_BYTES = 16 * 2 ** 20;
const KEPT_BYTES_A_TALK = 40;
/** What a list takes beside its arrays: else, nothing found would cost nothing and be kept without end. */
const OVERHEAD = 512;

/**
 * Which talks of an index have the terms of a text. A store is asked for them, once for each term; what it says must be
 * of the index's version.
 */
export class TextLists {
  readonly #columns: IndexColumns;
  readonly #lists: ValueLists;
  readonly #recent: RecentLists<TermList>;
  /** For as long as somebody has the text: what is asked for next cannot push out what was just learned. */
  readonly #known = new WeakMap<TextQuery, (TermList | undefined)[]>();

  constructor(columns: IndexColumns, lists: ValueLists) {
    this.#columns = columns;
    this.#lists = lists;
    this.#recent = new RecentLists(KEPT_BYTES + KEPT_BYTES_A_TALK * columns.talks.numbers.length);
  }

  /** The terms of a text that the store must be asked for before its lists can be had. */
  unknown(text: TextQuery): readonly TextTerm[] {
    const before = this.#known.get(text) ?? [];
    const known = text.terms.map((term, index) => before[index] ?? this.#recent.get(keyOfTerm(term)));
    this.#known.set(text, known);
    return text.terms.filter((_term, index) => known[index] === undefined);
  }

  /** Takes in what the store says of one of a text's unknown terms: milliseconds of work where many talks have it. */
  learn(text: TextQuery, term: TextTerm, matches: TermMatches): void {
    const known = this.#known.get(text);
    if (known === undefined) throw new Error('Nobody has asked which terms of this text are unknown');
    const key = keyOfTerm(term);
    // Another request may have asked for the same term meanwhile.
    const list = this.#recent.get(key) ?? this.#listOf(matches);
    known[text.terms.indexOf(term)] = list;
    this.#recent.set(key, list);
  }

  /** One for each term. @throws TermsNotLoaded */
  of(text: TextQuery): readonly TermList[] {
    if (this.unknown(text).length > 0) throw new TermsNotLoaded(text);
    return (this.#known.get(text) ?? []).filter((list) => list !== undefined);
  }

  /** For each term of a text, the talks of a range that have it. @throws TermsNotLoaded */
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

  /** Talks that name a record itself: what is above and below it has a name of its own. */
  #naming(type: NamedType, number: number, size: number): readonly PositionList[] {
    const all = { from: 0, to: size };
    const lists = this.#lists;
    switch (type) {
      case 'person':
        return [lists.speaker(number, all)];
      case 'series':
        return [lists.series(number, all)];
      case 'topic':
        return [lists.topic(number, all)];
      case 'place':
        return [lists.venue(number, false, all), lists.department(number, false, all)];
    }
  }
}

const NAMED_TYPES: readonly NamedType[] = ['person', 'series', 'place', 'topic'];

function mark(marks: Uint8Array, position: number, bit: number): void {
  if (position >= 0) marks[position] = (marks[position] ?? 0) | bit;
}

/** Of what more talks have than one in this many, bits for all talks take less memory than a list, and are intersected faster. */
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
