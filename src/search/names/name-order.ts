import { wordsOf } from '#catalogue/folding.ts';
import { partitionPoint } from '#catalogue/partition-point.ts';
import { withAccents } from '#catalogue/tex-accents.ts';
import { sharedUint32 } from '../index/columns.ts';
import type { NumberSet } from '../index/number-set.ts';

/** What records are sorted by: a folded name, then the key. */
export interface OrderedBy {
  readonly folded: (number: number) => string;
  readonly key: (number: number) => string;
}

/** If more than one in this many names is new, sorting all is faster than inserting each. */
const SORT_FROM = 8;

/**
 * Drops numbers from an order of names, and inserts fresh ones. Returns `old` itself if nothing changes.
 * @param dropped removed or renamed records; those that were renamed are among `fresh` too
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
  const order = Uint32Array.from(names.keys()).sort(
    (a, b) => compareText(names[a] ?? '', names[b] ?? '') || compareText(key(numbers[a] ?? 0), key(numbers[b] ?? 0)),
  );
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
    const at = placeInOrder(number, kept, from, by);
    merged.set(kept.subarray(from, at), from + index);
    merged[at + index] = number;
    from = at;
  }
  merged.set(kept.subarray(from), from + fresh.length);
  return merged;
}

/** The index of a record in an order, or the index at which to insert it, from `low` on. */
export function placeInOrder(number: number, order: Uint32Array, low: number, { folded, key }: OrderedBy): number {
  const name = folded(number);
  return partitionPoint(low, order.length, (at) => {
    const other = order[at] ?? 0;
    return (compareText(folded(other), name) || compareText(key(other), key(number))) < 0;
  });
}

/** By code units, the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function shared(numbers: Uint32Array): Uint32Array {
  const order = sharedUint32(numbers.length);
  order.set(numbers);
  return order;
}

/** Sorts after every name that begins with a letter. */
const LAST = '\uffff';

/** A letter of an alphabet; scripts with a character for each syllable or word have too many to list. */
const LETTER = /^(?![\p{Script=Han}\p{Script=Ethiopic}\p{Script=Yi}])\p{L}/u;

/** Matches most names, which need no word segmentation. */
const PLAIN = /^[A-Za-z]+(?: [A-Za-z]+)*$/;

/** Marks of kana, which sort as if they were not there. */
const VOICED = /[\u3099\u309a]/g;

/**
 * A name to sort by: its words without case, accents and punctuation; Korean syllables in their parts, as they sort.
 */
export function foldedName(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase();
  const folded = wordsOf(withAccents(name)).join(' ').normalize('NFD').replace(VOICED, '');
  return LETTER.test(folded) ? folded : LAST + folded;
}

/** The consonants with which Korean syllables begin, from U+1100, as letters. */
const CONSONANTS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const FIRST_CONSONANT = 0x1100;

/** The letter that a folded name is listed under, as a capital; `#` for names that do not begin with one. */
export function letterOf(folded: string): string {
  const first = folded.codePointAt(0);
  if (first === undefined || folded.startsWith(LAST)) return OTHER;
  return CONSONANTS[first - FIRST_CONSONANT] ?? String.fromCodePoint(first).toUpperCase();
}

const OTHER = '#';
