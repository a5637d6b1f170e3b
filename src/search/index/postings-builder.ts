import {
  DEPARTMENT_REF,
  FIRST_TOPIC,
  type PlacePostingColumns,
  type PostingColumns,
  type PostingsByType,
  SERIES_REF,
  sharedUint32,
  type TalkColumns,
  TOPIC_COUNT,
  VENUE_REF,
} from './columns.ts';
import type { ListType } from './list-type.ts';
import { blocksFor, rankBlocks, WORDS_A_BLOCK } from './position-list.ts';

/** The largest number of a record of each type. */
interface Highest {
  readonly person: number;
  readonly series: number;
  readonly topic: number;
}

/** Builds the postings: for every value that a question can name, the list of its talks. */
export function buildPostings(talks: TalkColumns, parents: Uint32Array, highest: Highest): PostingsByType {
  const counts = countValues(talks, parents, highest);
  const size = talks.numbers.length;
  const venues = listPlaces(parents, counts.venue);
  const departments = listPlaces(parents, counts.department);
  const series = new PostingsBuilder(counts.series, size);
  const topic = new PostingsBuilder(counts.topic, size);
  const person = new PostingsBuilder(counts.person, size);
  const host = new PostingsBuilder(counts.host, size);
  const venue = new PostingsBuilder(venues.counts, size);
  const department = new PostingsBuilder(departments.counts, size);
  visitValues(talks, {
    series: (number, position) => series.add(number, position),
    topic: (number, position) => topic.add(number, position),
    person: (number, position) => person.add(number, position),
    host: (number, position) => host.add(number, position),
    venue: (number, position) => addToPlace(venue, venues, number, position),
    department: (number, position) => addToPlace(department, departments, number, position),
  });
  return {
    series: series.finish(),
    topic: topic.finish(),
    person: person.finish(),
    host: host.finish(),
    venue: finishPlaces(venue, venues),
    department: finishPlaces(department, departments),
  };
}

function countValues(talks: TalkColumns, parents: Uint32Array, highest: Highest): Record<ListType, Uint32Array> {
  const series = new Uint32Array(highest.series + 1);
  const topic = new Uint32Array(highest.topic + 1);
  const person = new Uint32Array(highest.person + 1);
  const host = new Uint32Array(highest.person + 1);
  const venue = new Uint32Array(parents.length);
  const department = new Uint32Array(parents.length);
  visitValues(talks, {
    series: (number) => count(series, number),
    topic: (number) => count(topic, number),
    person: (number) => count(person, number),
    host: (number) => count(host, number),
    venue: (number) => count(venue, number),
    department: (number) => count(department, number),
  });
  return { series, topic, person, host, venue, department };
}

type Visit = (number: number, position: number) => void;

/** Calls back for every value of every talk, in the order of positions. `person` means speaker. */
function visitValues({ refs, refOffsets, numbers }: TalkColumns, visit: Readonly<Record<ListType, Visit>>): void {
  const { series, topic, person, host, venue, department } = visit;
  for (let position = 0; position < numbers.length; position += 1) {
    const first = refOffsets[position] ?? 0;
    visitOne(refs[first + SERIES_REF], position, series);
    visitOne(refs[first + VENUE_REF], position, venue);
    visitOne(refs[first + DEPARTMENT_REF], position, department);
    const speakerCount = first + FIRST_TOPIC + (refs[first + TOPIC_COUNT] ?? 0);
    for (let at = first + FIRST_TOPIC; at < speakerCount; at += 1) topic(refs[at] ?? 0, position);
    const hosts = speakerCount + 1 + (refs[speakerCount] ?? 0);
    for (let at = speakerCount + 1; at < hosts; at += 1) person(refs[at] ?? 0, position);
    const end = hosts + (refs[(refOffsets[position + 1] ?? 0) - 1] ?? 0);
    for (let at = hosts; at < end; at += 1) host(refs[at] ?? 0, position);
  }
}

/** 0 stands for no reference. */
function visitOne(number: number | undefined, position: number, visit: Visit): void {
  if (number !== undefined && number !== 0) visit(number, position);
}

function count(counts: Uint32Array, number: number): void {
  if (number >= counts.length) throw new RangeError(`a talk refers to the record ${number}, which does not exist`);
  counts[number] = (counts[number] ?? 0) + 1;
}

function addToPlace(builder: PostingsBuilder, places: PlaceLists, place: number, position: number): void {
  const end = places.membershipOffsets[place + 1] ?? 0;
  for (let at = places.membershipOffsets[place] ?? 0; at < end; at += 1)
    builder.add(places.memberships[at] ?? 0, position);
}

function finishPlaces(builder: PostingsBuilder, places: PlaceLists): PlacePostingColumns {
  return { ...builder.finish(), direct: places.direct, below: places.below };
}

/** In `#next`: the list is a bitmap. Larger than any index. */
const DENSE = 0xffffffff;

/** Builds lists of known lengths from positions in ascending order: a counting sort. */
class PostingsBuilder {
  readonly #offsets: Uint32Array;
  readonly #positions: Uint32Array;
  readonly #next: Uint32Array;
  readonly #dense: Uint32Array;
  /** By list: where its bitmap begins in `#words`. */
  readonly #firstWord: Uint32Array;
  readonly #blocks: number;
  readonly #words: Uint32Array;

  /**
   * @param counts by list, from 1: the number of positions that it will have
   * @param talks the number of talks in the index
   */
  constructor(counts: Uint32Array, talks: number) {
    this.#blocks = blocksFor(talks);
    // Size of a bitmap with its ranks, in words.
    const bitmapSize = this.#blocks * (WORDS_A_BLOCK + 1);
    this.#offsets = sharedUint32(counts.length + 1);
    this.#next = new Uint32Array(counts.length);
    this.#firstWord = new Uint32Array(counts.length);
    const dense: number[] = [];
    let at = 0;
    for (let list = 0; list < counts.length; list += 1) {
      const count = counts[list] ?? 0;
      this.#offsets[list] = at;
      if (count > bitmapSize) {
        this.#next[list] = DENSE;
        this.#firstWord[list] = dense.length * this.#blocks * WORDS_A_BLOCK;
        dense.push(list);
      } else {
        this.#next[list] = at;
        at += count;
      }
    }
    this.#offsets[counts.length] = at;
    this.#positions = sharedUint32(at);
    this.#dense = sharedUint32(dense.length);
    this.#dense.set(dense);
    this.#words = sharedUint32(dense.length * this.#blocks * WORDS_A_BLOCK);
  }

  add(list: number, position: number): void {
    const next = this.#next[list] ?? 0;
    if (next === DENSE) {
      const word = (this.#firstWord[list] ?? 0) + (position >>> 5);
      this.#words[word] = (this.#words[word] ?? 0) | (1 << (position & 31));
    } else {
      this.#positions[next] = position;
      this.#next[list] = next + 1;
    }
  }

  finish(): PostingColumns {
    const ranks = sharedUint32(this.#dense.length * this.#blocks);
    for (let index = 0; index < this.#dense.length; index += 1) {
      const firstRank = index * this.#blocks;
      rankBlocks(this.#words, firstRank * WORDS_A_BLOCK, ranks, firstRank, this.#blocks);
    }
    return { offsets: this.#offsets, positions: this.#positions, dense: this.#dense, words: this.#words, ranks };
  }
}

/** Which lists of talks each place has, and which lists a talk at the place belongs to. */
interface PlaceLists {
  /** By place: the list of the talks at the place itself; 0 for none. */
  readonly direct: Uint32Array;
  /** By place: the list of the talks there and at everything below it; 0 for none. */
  readonly below: Uint32Array;
  /** By list: its number of talks. */
  readonly counts: Uint32Array;
  /** By place: where its lists begin in `memberships`; they end where the next place's begin. */
  readonly membershipOffsets: Uint32Array;
  /** The lists that a talk at the place is in. */
  readonly memberships: Uint32Array;
}

/**
 * Assigns lists to the places that have talks at or below them. Equal lists are shared: that is when all the talks
 * below a place are at the place itself, or below one of its children.
 * @param parents by place, 0 for none; cycles count as none
 * @param talks by place: the number of talks at the place itself
 */
export function listPlaces(parents: Uint32Array, talks: Uint32Array): PlaceLists {
  const tree = sortTree(parents);
  const totals = sumUp(tree, talks);
  const direct = sharedUint32(parents.length);
  const below = sharedUint32(parents.length);
  /** By place: its list of talks at and below it, unless that list is shared. */
  const own = new Uint32Array(parents.length);
  const counts = [0];
  for (const place of tree.childrenFirst) {
    const total = totals[place] ?? 0;
    const atPlace = talks[place] ?? 0;
    if (total === 0) continue;
    if (atPlace > 0) direct[place] = counts.push(atPlace) - 1;
    if (atPlace === total) below[place] = direct[place] ?? 0;
    else if (below[place] === 0) below[place] = own[place] = counts.push(total) - 1;
    const parent = tree.parents[place] ?? 0;
    if (parent !== 0 && totals[parent] === total) below[parent] = below[place] ?? 0;
  }
  return { direct, below, counts: Uint32Array.from(counts), ...listMemberships(tree, direct, own) };
}

/** By place: the number of talks at or below it. */
function sumUp({ childrenFirst, parents }: Tree, talks: Uint32Array): Uint32Array {
  const totals = talks.slice();
  for (const place of childrenFirst) {
    const parent = parents[place] ?? 0;
    if (parent !== 0) totals[parent] = (totals[parent] ?? 0) + (totals[place] ?? 0);
  }
  return totals;
}

/** By place: its parent, 0 for none; cycles count as none. */
export function treeWithoutCircles(parents: Uint32Array): Uint32Array {
  return sortTree(parents).parents;
}

interface Tree {
  readonly childrenFirst: Uint32Array;
  /** Without cycles. */
  readonly parents: Uint32Array;
}

/** Sorts places after their children. Any that are left over are in cycles. */
function sortTree(given: Uint32Array): Tree {
  const parents = given.map((parent) => (parent < given.length ? parent : 0));
  const waiting = new Uint32Array(parents.length);
  for (const parent of parents) if (parent !== 0) waiting[parent] = (waiting[parent] ?? 0) + 1;
  const childrenFirst = new Uint32Array(Math.max(0, parents.length - 1));
  let taken = 0;
  for (let place = 1; place < parents.length; place += 1) {
    if (waiting[place] === 0) childrenFirst[taken++] = place;
  }
  for (let next = 0; next < taken; next += 1) {
    const parent = parents[childrenFirst[next] ?? 0] ?? 0;
    if (parent === 0) continue;
    const left = (waiting[parent] ?? 0) - 1;
    waiting[parent] = left;
    if (left === 0) childrenFirst[taken++] = parent;
  }
  for (let place = 1; place < parents.length; place += 1) {
    if (waiting[place] === 0) continue;
    parents[place] = 0;
    childrenFirst[taken++] = place;
  }
  return { childrenFirst, parents };
}

function listMemberships(tree: Tree, direct: Uint32Array, own: Uint32Array) {
  const membershipOffsets = new Uint32Array(tree.parents.length + 1);
  const memberships: number[] = [];
  for (let place = 1; place < tree.parents.length; place += 1) {
    membershipOffsets[place] = memberships.length;
    const list = direct[place] ?? 0;
    if (list === 0) continue;
    memberships.push(list);
    for (let above = place; above !== 0; above = tree.parents[above] ?? 0) {
      const listBelow = own[above] ?? 0;
      if (listBelow !== 0) memberships.push(listBelow);
    }
  }
  membershipOffsets[tree.parents.length] = memberships.length;
  return { membershipOffsets, memberships: Uint32Array.from(memberships) };
}
