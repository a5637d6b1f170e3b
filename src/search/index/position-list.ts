import { blocksFor, BLOCK_SHIFT, WORDS_A_BLOCK } from './bits.ts';
import { DenseList, denseList } from './dense-list.ts';
import { SparseList } from './sparse-list.ts';

/** Positions, ascending, without duplicates. */
export type PositionList = SparseList | DenseList;

/** Positions from `from` to before `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export const NO_POSITIONS = new SparseList(new Uint32Array(0), 0, 0);

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
