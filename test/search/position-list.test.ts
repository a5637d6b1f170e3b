import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  denseList,
  DenseList,
  matchAll,
  type PositionList,
  type Range,
  SparseList,
  unite,
} from '#search/index/position-list.ts';
import { RUNS } from '../support/property-runs.ts';

/** More than three blocks of a bitmap. */
const POSITIONS = 3500;

function sparse(positions: readonly number[], { from, to }: Range): SparseList {
  return new SparseList(Uint32Array.from(positions), 0, positions.length).within(from, to);
}

function dense(positions: readonly number[], { from, to }: Range): DenseList {
  const all = sparse(positions, { from: 0, to: POSITIONS });
  const whole = denseList(0, POSITIONS, (words, firstWord) => all.setBits(words, firstWord));
  assert.equal(whole.size, positions.length);
  // As in an index, which asks for a range of a bitmap of all positions.
  const { words, ranks } = bitmapOf(positions);
  return new DenseList({ words, ranks, firstBlock: 0 }, from, to);
}

function bitmapOf(positions: readonly number[]) {
  const words = new Uint32Array(4 * 32);
  for (const position of positions) words[position >>> 5] = (words[position >>> 5] ?? 0) | (1 << (position & 31));
  const ranks = Uint32Array.from([0, 1024, 2048, 3072], (end) => positions.filter((each) => each < end).length);
  return { words, ranks };
}

interface Drawn {
  readonly positions: readonly number[];
  readonly isDense: boolean;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  positions: fc
    .oneof(
      fc.uniqueArray(fc.nat(POSITIONS - 1), { maxLength: 20 }),
      fc.uniqueArray(fc.nat(POSITIONS - 1), { minLength: 200, maxLength: 600, size: 'max' }),
      fc.uniqueArray(fc.constantFrom(0, 31, 32, 1023, 1024, 2047, 2048, POSITIONS - 1)),
    )
    .map((positions) => positions.sort((a, b) => a - b)),
  isDense: fc.boolean(),
});

const range: fc.Arbitrary<Range> = fc
  .tuple(fc.nat(POSITIONS), fc.nat(POSITIONS))
  .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));

function listOf({ positions, isDense }: Drawn, within: Range): PositionList {
  return isDense ? dense(positions, within) : sparse(positions, within);
}

function inRange({ positions }: Drawn, { from, to }: Range): number[] {
  return positions.filter((position) => position >= from && position < to);
}

function all(list: PositionList): number[] {
  return [...list.slice(0, list.size)];
}

test('sparse and dense lists give the positions in a range and any slice of them', () => {
  const property = fc.property(drawn, range, fc.nat(700), fc.nat(50), (each, within, skip, count) => {
    const list = listOf(each, within);
    const expected = inRange(each, within);
    assert.equal(list.size, expected.length);
    assert.deepEqual(all(list), expected);
    assert.deepEqual([...list.slice(skip, count)], expected.slice(skip, skip + count));
  });
  fc.assert(property, { numRuns: RUNS.quick });
});

test('unite gives each position of any list once and in order', () => {
  const property = fc.property(fc.array(drawn, { maxLength: 6 }), range, (lists, within) => {
    const united = unite(
      lists.map((list) => listOf(list, within)),
      within,
    );
    const expected = [...new Set(lists.flatMap((list) => inRange(list, within)))].sort((a, b) => a - b);
    assert.equal(united.size, expected.length);
    assert.deepEqual(all(united), expected);
  });
  fc.assert(property, { numRuns: RUNS.quick });
});

test('matchAll gives the positions that are in some list of every group', () => {
  const groups = fc.array(fc.array(drawn, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
  const property = fc.property(groups, range, (lists, within) => {
    const matched = matchAll(
      lists.map((group) => group.map((list) => listOf(list, within))),
      within,
    );
    const [first = [], ...others] = lists.map((group) => new Set(group.flatMap((list) => inRange(list, within))));
    const expected = [...first].filter((position) => others.every((other) => other.has(position)));
    assert.deepEqual(
      all(matched),
      expected.sort((a, b) => a - b),
    );
  });
  fc.assert(property, { numRuns: RUNS.quick });
});

test('changing a result does not change the lists of an index', () => {
  const within = { from: 0, to: POSITIONS };
  const positions = Uint32Array.of(1, 5, 9);
  const list = new SparseList(positions, 0, 3);
  all(matchAll([[list], [sparse([5], within)]], within)).fill(7);
  list.slice(0, 3).fill(7);
  assert.deepEqual(positions, Uint32Array.of(1, 5, 9));
});
