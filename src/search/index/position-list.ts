import { partitionPoint } from '#catalogue/partition-point.ts';
import type { Window } from '../query/window.ts';

/** Positions, ascending, without duplicates. */
export type PositionList = SparseList | DenseList;

/** Positions from `from` to before `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Estimated steps for merging a position into a list; reading a word of a bitmap takes one. */
const MERGE_STEPS = 2;

/** Estimated steps for looking up a position in a list. */
const LOOKUP_STEPS = 8;

/** In steps: a cheaper union is always computed in full. */
const CHEAP_UNION = 1000;

/** The union of lists, all within the range. */
export function unite(lists: readonly PositionList[], range: Range): PositionList {
  const filled = lists.filter((list) => list.size > 0);
  const [only, other] = filled;
  if (only === undefined) return NO_POSITIONS;
  if (other === undefined) return only;
  const sparse = filled.filter((list) => list instanceof SparseList);
  const steps = unionSteps(sparse);
  if (sparse.length < filled.length || steps > bitmapWords(range)) {
    return denseList(range.from, range.to, (words, firstWord) => {
      for (const list of filled) list.setBits(words, firstWord);
    });
  }
  return mergeAll(sparse);
}

/** The positions in any list of every group. All lists are within the range, and there is at least one group. */
export function matchAll(groups: readonly (readonly PositionList[])[], range: Range): PositionList {
  const costly = groups.filter((lists) => unionWork(lists, range) > CHEAP_UNION);
  const cheap = groups.filter((lists) => !costly.includes(lists)).map((lists) => unite(lists, range));
  let found = cheap.length > 0 ? intersectAll(cheap, range) : undefined;
  for (const lists of costly) found = matchGroup(found, lists, range);
  return found ?? NO_POSITIONS;
}

/** The positions of `found` in any list: looked up in each list if there are few, else intersected with the union. */
function matchGroup(found: PositionList | undefined, lists: readonly PositionList[], range: Range): PositionList {
  if (found === undefined) return unite(lists, range);
  const isCheaper = found.size * lists.length * LOOKUP_STEPS < unionWork(lists, range);
  if (!isCheaper) return intersectAll([found, unite(lists, range)], range);
  const parts = lists.map((list) => intersectAll([found, list], range));
  return unite(parts, range);
}

/** The intersection of at least one list, all within the range. */
function intersectAll(lists: readonly PositionList[], range: Range): PositionList {
  const [only, other] = lists;
  if (only !== undefined && other === undefined) return only;
  const bySize = [...lists].sort((a, b) => a.size - b.size);
  if (bySize[0]?.size === 0) return NO_POSITIONS;
  const dense = bySize.filter((list) => list instanceof DenseList);
  const [smallest, ...sparse] = bySize.filter((list) => list instanceof SparseList);
  if (smallest === undefined) return intersectDense(dense, range);
  const candidates = smallest.slice(0, smallest.size);
  let size = candidates.length;
  // Looking up a position in a bitmap is faster than in a list.
  for (const list of [...dense, ...sparse]) size = list.keepCommon(candidates, size);
  return new SparseList(candidates, 0, size);
}

/** Estimated steps of `unite`. */
function unionWork(lists: readonly PositionList[], range: Range): number {
  if (lists.length < 2) return 0;
  const sparse = lists.filter((list) => list instanceof SparseList);
  const steps = unionSteps(sparse);
  return sparse.length < lists.length ? steps + bitmapWords(range) : steps;
}

/** Estimated maximum of the steps of `matchAll`. */
export function matchWork(groups: readonly (readonly PositionList[])[], range: Range): number {
  const unions = groups.reduce((work, lists) => work + unionWork(lists, range), 0);
  const single = groups.flatMap((lists) => (lists.length === 1 ? lists : []));
  if (single.length < 2) return unions;
  const sparse = single.filter((list) => list instanceof SparseList);
  const fewest = sparse.reduce((size, list) => Math.min(size, list.size), bitmapWords(range));
  return unions + fewest * (groups.length - 1);
}

function intersectDense([first, ...others]: readonly DenseList[], range: Range): DenseList {
  return denseList(range.from, range.to, (words, firstWord) => {
    first?.setBits(words, firstWord);
    for (const list of others) list.clearOthers(words, firstWord);
  });
}

function mergeAll(lists: readonly SparseList[]): SparseList {
  if (lists.length < 2) return lists[0] ?? NO_POSITIONS;
  const middle = lists.length >>> 1;
  return mergeAll(lists.slice(0, middle)).mergedWith(mergeAll(lists.slice(middle)));
}

function unionSteps(sparse: readonly SparseList[]): number {
  const total = sparse.reduce((size, list) => size + list.size, 0);
  return total * Math.ceil(Math.log2(sparse.length + 1)) * MERGE_STEPS;
}

function bitmapWords(range: Range): number {
  return (blocksFor(range.to) - (range.from >>> BLOCK_SHIFT)) * WORDS_A_BLOCK;
}

/** A sorted array as a list: the elements from index `start` to before `end`. */
export class SparseList {
  readonly #positions: Uint32Array;
  readonly #start: number;
  readonly #end: number;

  constructor(positions: Uint32Array, start: number, end: number) {
    this.#positions = positions;
    this.#start = start;
    this.#end = end;
  }

  get size(): number {
    return this.#end - this.#start;
  }

  /** Memory used. */
  get bytes(): number {
    return this.#positions.byteLength;
  }

  /** The positions from `from` to before `to`. */
  within(from: number, to: number): SparseList {
    const start = lowerBound(this.#positions, from, this.#start, this.#end);
    return new SparseList(this.#positions, start, lowerBound(this.#positions, to, start, this.#end));
  }

  /** Skips `skip` positions, and returns the next `count`. */
  slice(skip: number, count: number): Uint32Array {
    const start = Math.min(this.#start + skip, this.#end);
    return this.#positions.slice(start, Math.min(start + count, this.#end));
  }

  /** Of the first `size` candidates (ascending), moves those that are in this list to the front. @returns how many */
  keepCommon(candidates: Uint32Array, size: number): number {
    const positions = this.#positions;
    const end = this.#end;
    let next = this.#start;
    let kept = 0;
    for (let index = 0; index < size && next < end; index += 1) {
      const position = candidates[index] ?? 0;
      next = gallop(positions, position, next, end);
      if (next < end && positions[next] === position) candidates[kept++] = position;
    }
    return kept;
  }

  /** Sets the bit of each position in `words`, whose first word has the number `firstWord`. */
  setBits(words: Uint32Array, firstWord: number): void {
    for (let at = this.#start; at < this.#end; at += 1) {
      const position = this.#positions[at] ?? 0;
      const word = (position >>> 5) - firstWord;
      words[word] = (words[word] ?? 0) | (1 << (position & 31));
    }
  }

  /** The union of both lists. */
  mergedWith(other: SparseList): SparseList {
    const merged = new Uint32Array(this.size + other.size);
    const a = this.#positions;
    const b = other.#positions;
    let i = this.#start;
    let j = other.#start;
    let taken = 0;
    while (i < this.#end && j < other.#end) {
      const left = a[i] ?? 0;
      const right = b[j] ?? 0;
      merged[taken++] = left < right ? left : right;
      if (left <= right) i += 1;
      if (right <= left) j += 1;
    }
    while (i < this.#end) merged[taken++] = a[i++] ?? 0;
    while (j < other.#end) merged[taken++] = b[j++] ?? 0;
    return new SparseList(merged, 0, taken);
  }
}

/** The first index from `low` to before `high` whose position is not less than `position`; `high` if there is none. */
export function lowerBound(positions: Uint32Array, position: number, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((positions[middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Like lowerBound, but in doubling steps from `low`: fast if the position is near. */
function gallop(positions: Uint32Array, position: number, low: number, high: number): number {
  let step = 1;
  let probe = low;
  while (probe < high && (positions[probe] ?? 0) < position) {
    low = probe + 1;
    probe += step;
    step *= 2;
  }
  return lowerBound(positions, position, low, Math.min(probe, high));
}

export const NO_POSITIONS = new SparseList(new Uint32Array(0), 0, 0);

/** A bitmap with its ranks (see rankBlocks). Its first block has the number `firstBlock`. */
export interface Bitmap {
  readonly words: Uint32Array;
  readonly ranks: Uint32Array;
  readonly firstBlock: number;
}

/** A bitmap as a list: the positions from `from` to before `to` whose bit is set. */
export class DenseList {
  readonly size: number;
  readonly #bitmap: Bitmap;
  /** The number of bits set before `from`. */
  readonly #before: number;

  constructor(bitmap: Bitmap, from: number, to: number) {
    this.#bitmap = bitmap;
    this.#before = rank(bitmap, from);
    this.size = rank(bitmap, to) - this.#before;
  }

  /** Memory used. */
  get bytes(): number {
    return this.#bitmap.words.byteLength + this.#bitmap.ranks.byteLength;
  }

  /** The positions from `from` to before `to`. */
  within(from: number, to: number): DenseList {
    return new DenseList(this.#bitmap, from, to);
  }

  /** Skips `skip` positions, and returns the next `count`. */
  slice(skip: number, count: number): Uint32Array {
    const positions = new Uint32Array(Math.max(0, Math.min(count, this.size - skip)));
    if (positions.length === 0) return positions;
    const { words, ranks, firstBlock } = this.#bitmap;
    const block = blockOfRank(ranks, this.#before + skip);
    let passed = this.#before + skip - (ranks[block] ?? 0);
    let taken = 0;
    for (let word = block * WORDS_A_BLOCK; taken < positions.length; word += 1) {
      let rest = words[word] ?? 0;
      const here = popcount(rest);
      if (passed >= here) {
        passed -= here;
        continue;
      }
      for (; passed > 0; passed -= 1) rest &= rest - 1;
      const first = (firstBlock * WORDS_A_BLOCK + word) * 32;
      for (; rest !== 0 && taken < positions.length; rest &= rest - 1) {
        positions[taken++] = first + 31 - Math.clz32(rest & -rest);
      }
    }
    return positions;
  }

  /**
   * Of the first `size` candidates (all between `from` and `to`), moves those that are in this list to the front.
   * @returns how many
   */
  keepCommon(candidates: Uint32Array, size: number): number {
    const { words, firstBlock } = this.#bitmap;
    const firstWord = firstBlock * WORDS_A_BLOCK;
    let kept = 0;
    for (let index = 0; index < size; index += 1) {
      const position = candidates[index] ?? 0;
      const word = words[(position >>> 5) - firstWord] ?? 0;
      if ((word & (1 << (position & 31))) !== 0) candidates[kept++] = position;
    }
    return kept;
  }

  /** Sets the bits of this list in `words`, and possibly others outside `from` to `to`. */
  setBits(words: Uint32Array, firstWord: number): void {
    const source = this.#bitmap.words;
    const shift = firstWord - this.#bitmap.firstBlock * WORDS_A_BLOCK;
    for (let word = 0; word < words.length; word += 1) words[word] = (words[word] ?? 0) | (source[word + shift] ?? 0);
  }

  /** Clears the bits that setBits would not set. */
  clearOthers(words: Uint32Array, firstWord: number): void {
    const source = this.#bitmap.words;
    const shift = firstWord - this.#bitmap.firstBlock * WORDS_A_BLOCK;
    for (let word = 0; word < words.length; word += 1) words[word] = (words[word] ?? 0) & (source[word + shift] ?? 0);
  }
}

/** Builds a list. @param fill sets its bits in `words`, whose first word has the number `firstWord` */
export function denseList(from: number, to: number, fill: (words: Uint32Array, firstWord: number) => void): DenseList {
  const firstBlock = from >>> BLOCK_SHIFT;
  const blocks = blocksFor(to) - firstBlock;
  const words = new Uint32Array(blocks * WORDS_A_BLOCK);
  fill(words, firstBlock * WORDS_A_BLOCK);
  const ranks = new Uint32Array(blocks);
  rankBlocks(words, 0, ranks, 0, blocks);
  return new DenseList({ words, ranks, firstBlock }, from, to);
}

/** The number of bits set before `position`. */
function rank({ words, ranks, firstBlock }: Bitmap, position: number): number {
  const block = (position >>> BLOCK_SHIFT) - firstBlock;
  const last = (position >>> 5) - firstBlock * WORDS_A_BLOCK;
  let count = ranks[block] ?? 0;
  for (let word = block * WORDS_A_BLOCK; word < last; word += 1) count += popcount(words[word] ?? 0);
  return count + popcount((words[last] ?? 0) & ((1 << (position & 31)) - 1));
}

/** The last block that has at most `bits` bits set before it. */
function blockOfRank(ranks: Uint32Array, bits: number): number {
  return partitionPoint(0, ranks.length, (block) => (ranks[block] ?? 0) <= bits) - 1;
}

/** Bitmaps consist of blocks of 32 words of 32 positions. The rank of a block is the number of positions before it. */
export const WORDS_A_BLOCK = 32;

/** The block of a position is the position shifted right by this. */
const BLOCK_SHIFT = 10;

/** Blocks needed for this many positions, and for the one after the last. */
export function blocksFor(positions: number): number {
  return (positions >>> BLOCK_SHIFT) + 1;
}

/** The number of set bits. */
export function popcount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Writes the ranks of the blocks of one bitmap. */
export function rankBlocks(
  words: Uint32Array,
  firstWord: number,
  ranks: Uint32Array,
  firstRank: number,
  blocks: number,
): void {
  let count = 0;
  for (let block = 0; block < blocks; block += 1) {
    ranks[firstRank + block] = count;
    const from = firstWord + block * WORDS_A_BLOCK;
    for (let word = from; word < from + WORDS_A_BLOCK; word += 1) count += popcount(words[word] ?? 0);
  }
}

/** The positions of the talks that start in a window. @param starts start times of all talks, ascending */
export function positionsIn(starts: Float64Array, { from, to }: Window): Range {
  const first = partitionPoint(0, starts.length, (at) => (starts[at] ?? 0) < from);
  return { from: first, to: partitionPoint(first, starts.length, (at) => (starts[at] ?? 0) < to) };
}
