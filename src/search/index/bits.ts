/** Bitmaps consist of blocks of 32 words of 32 positions. The rank of a block is the number of positions before it. */
export const WORDS_A_BLOCK = 32;

/** The block of a position is the position shifted right by this. */
export const BLOCK_SHIFT = 10;

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
