/** Bitmaps are made of blocks: 32 words of 32 positions each, with the number of positions before each block beside them. */
export const WORDS_A_BLOCK = 32;

/** The block that a position is in is the position shifted right by this. */
export const BLOCK_SHIFT = 10;

/** Blocks that hold so many positions, and the end after the last. */
export function blocksFor(positions: number): number {
  return (positions >>> BLOCK_SHIFT) + 1;
}

/** How many bits of a word are set. */
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
