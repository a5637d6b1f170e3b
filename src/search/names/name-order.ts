import { sharedUint32 } from '../index/columns.ts';
import type { NumberSet } from '../index/number-set.ts';

/** What records are ordered by, by number: a folded name, and the key where that is the same. */
export interface OrderedBy {
  readonly folded: (number: number) => string;
  readonly key: (number: number) => string;
}

/** When more than one in so many is new, sorting all is faster than finding the place of each. */
const SORT_FROM = 8;

/**
 * Numbers in the order of names: those of `old` but those dropped, and the fresh ones; `old` when that is the same.
 * @param dropped what is gone or may have another name; what of it stays is among `fresh`
 */
export function changeOrder(
  old: Uint32Array,
  dropped: NumberSet,
  fresh: readonly number[],
  by: OrderedBy,
): Uint32Array {
  const kept = dropped.isEmpty ? old : without(dropped, old);
  if (fresh.length === 0 && kept.length === old.length) return old;
  const isFew = fresh.length * SORT_FROM < kept.length;
  return isFew ? merge(kept, sortByName(fresh, by), by) : shared(sortByName([...kept, ...fresh], by));
}

function sortByName(numbers: readonly number[], { folded, key }: OrderedBy): Uint32Array {
  const names = numbers.map(folded);
  const order = Uint32Array.from(names.keys()).sort((a, b) => {
    const difference = compareText(names[a] ?? '', names[b] ?? '');
    return difference === 0 ? compareText(key(numbers[a] ?? 0), key(numbers[b] ?? 0)) : difference;
  });
  return order.map((at) => numbers[at] ?? 0);
}

function without(dropped: NumberSet, order: Uint32Array): Uint32Array {
  const kept = new Uint32Array(order.length);
  let size = 0;
  for (const number of order) if (!dropped.has(number)) kept[size++] = number;
  return kept.subarray(0, size);
}

function merge(kept: Uint32Array, fresh: Uint32Array, by: OrderedBy): Uint32Array {
  const merged = sharedUint32(kept.length + fresh.length);
  let from = 0;
  for (const [index, number] of fresh.entries()) {
    const at = placeOf(number, kept, from, by);
    merged.set(kept.subarray(from, at), from + index);
    merged[at + index] = number;
    from = at;
  }
  merged.set(kept.subarray(from), from + fresh.length);
  return merged;
}

/** The first index of `order`, from `low`, whose record comes after this one. */
function placeOf(number: number, order: Uint32Array, low: number, { folded, key }: OrderedBy): number {
  const name = folded(number);
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = order[middle] ?? 0;
    const isBefore = (compareText(folded(other), name) || compareText(key(other), key(number))) < 0;
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** By code units, the same on every machine. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function shared(numbers: Uint32Array): Uint32Array {
  const order = sharedUint32(numbers.length);
  order.set(numbers);
  return order;
}
