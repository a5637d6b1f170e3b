import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RangeCounts } from '#search/answers/range-counts.ts';
import { Counter } from '#search/answers/counter.ts';
import { RUNS } from '../support/property-runs.ts';

/** The numbers of the values of a talk. Series 0 means none. */
interface Values {
  readonly series: number;
  readonly topics: readonly number[];
  readonly speakers: readonly number[];
}

const TALKS = 700;

/** Some values belong to nearly all talks, others to one or two, and their frequency changes over time. */
function talksFrom(seed: number): Values[] {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * limit);
  };
  const some = (most: number, at: number): number[] => {
    const values = Array.from({ length: below(4) }, () => 1 + Math.floor(below(most) / (1 + below(10))));
    return [...new Set([...values, ...(below(3) === 0 ? [1 + Math.floor(at / 50)] : [])])];
  };
  return Array.from({ length: TALKS }, (_, at) => ({
    series: below(9),
    topics: some(40, at),
    speakers: some(300, at),
  }));
}

function columnsOf(talks: readonly Values[]) {
  const refs = talks.map(({ series, topics, speakers }) => {
    return [series, 0, 0, topics.length, ...topics, speakers.length, ...speakers, 0];
  });
  const offsets = [0];
  for (const each of refs) offsets.push((offsets.at(-1) ?? 0) + each.length);
  return {
    starts: new Float64Array(TALKS),
    lengths: new Uint32Array(TALKS),
    slugs: new Uint32Array(TALKS * 4),
    numbers: Uint32Array.from(talks, (_, at) => at + 1),
    updates: new Uint32Array(TALKS),
    marks: new Uint32Array(TALKS),
    refOffsets: Uint32Array.from(offsets),
    refs: Uint32Array.from(refs.flat()),
  };
}

const HIGHEST = { series: 9, topics: 40, speakers: 300 } as const;

/** How many talks have each value, by its number. */
function counted(talks: readonly Values[], kind: keyof typeof HIGHEST): Map<number, number> {
  const counts = new Map<number, number>();
  for (const talk of talks) {
    const values = kind === 'series' ? [talk.series].filter((value) => value !== 0) : talk[kind];
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

test('the most frequent values of a range have the same counts as when every talk is counted', () => {
  const tally = new Counter();
  const position = fc.integer({ min: 0, max: TALKS });
  const ranges = fc.array(fc.tuple(position, position), { minLength: 5, maxLength: 5 });
  const property = fc.property(
    fc.integer({ min: 1, max: 9999 }),
    ranges,
    fc.integer({ min: 1, max: 12 }),
    (seed, ends, few) => {
      const talks = talksFrom(seed);
      const counts = new RangeCounts(columnsOf(talks));
      for (const [one, other] of [...ends, [0, TALKS] as const])
        for (const kind of ['series', 'topics', 'speakers'] as const)
          for (const most of [few, Infinity]) {
            const range = { from: Math.min(one, other), to: Math.max(one, other) };
            const highest = HIGHEST[kind];
            tally.begin(highest);
            counts.add({ kind, highest, most }, range, tally);
            const expected = counted(talks.slice(range.from, range.to), kind);
            const least = [...expected.values()].sort((a, b) => b - a)[most - 1] ?? 1;
            for (const [value, count] of expected) {
              // Less frequent values may be missing.
              if (count >= least || tally.count(value) !== 0)
                assert.equal(tally.count(value), count, `${kind} ${value}`);
            }
            for (const value of tally.numbers) assert.ok(expected.has(value), `${kind} ${value} belongs to no talk`);
          }
    },
  );
  fc.assert(property, { numRuns: RUNS.slow });
});
