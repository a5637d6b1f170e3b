import { BLOCK_SHIFT, blocksFor, popcount, rankBlocks, WORDS_A_BLOCK } from './bits.ts';
import { partitionPoint } from '#catalogue/partition-point.ts';

/** A bitmap with its ranks (see bits.ts). Its first block has the number `firstBlock`. */
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
