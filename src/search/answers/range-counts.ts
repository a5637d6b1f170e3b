import { DEPARTMENT_REF, FIRST_TOPIC, SERIES_REF, type TalkColumns, TOPIC_COUNT, VENUE_REF } from '../index/columns.ts';
import type { Range } from '../index/position-list.ts';
import { Counter } from './counter.ts';

/** What to count. */
interface Counted {
  readonly kind: CountedKind;
  /** The largest number of a value of this kind. */
  readonly highest: number;
  /** How many of the most frequent values to count, ties with the last included; Infinity: all. */
  readonly most: number;
}

/** Talks in blocks of consecutive positions, with the counts before each block. */
interface Blocks {
  /** Talks in a block. */
  readonly size: number;
  /** Values by number, the most frequent first. */
  readonly numbers: Uint32Array;
  /** By index in `numbers`: how many talks have the value. */
  readonly totals: Uint32Array;
  /** A row for each block: by index in `numbers`, how many talks before the block have the value. */
  readonly counts: Uint32Array;
}

/** The minimum size of a block: visiting this many talks takes less time than the rest of the work. */
const SMALLEST_BLOCK = 64;
/** How many values can be looked up in the time it takes to visit a talk. */
const VALUES_A_TALK = 16;
/** The most counts for each kind of value: four megabytes. */
const MAX_COUNTS = 2 ** 20;

// Counting is synchronous, so two counters are enough: of talks outside the blocks, and of those to subtract from them.
const LACKING = new Counter();
const TOO_MANY = new Counter();

/**
 * Counts the talks in a range that have each value. Most talks need no visit: the counts before one block are
 * subtracted from those before a later one. Most values need no look-up: the most frequent come first, and no value has
 * more talks in the range than in total.
 */
export class RangeCounts {
  readonly #talks: TalkColumns;
  readonly #blocks = new Map<CountedKind, Blocks>();

  constructor(talks: TalkColumns) {
    this.#talks = talks;
  }

  /**
   * Counts the values of the talks in a range.
   * @param counter must be empty
   * @returns the number of talks visited
   */
  add({ kind, highest, most }: Counted, range: Range, counter: Counter): number {
    const { size, numbers, totals, counts } = this.#blocksOf(kind, highest);
    // The nearest block boundaries: the talks between these and the range are counted, and added or subtracted.
    const lastRow = counts.length / Math.max(1, numbers.length) - 1;
    const first = Math.min(Math.round(range.from / size), lastRow);
    const last = Math.min(Math.round(range.to / size), lastRow);
    // Visiting a few talks is faster than looking up the values.
    if ((last - first) * size * VALUES_A_TALK <= numbers.length) return countValues(this.#talks, kind, range, counter);
    LACKING.begin(highest);
    TOO_MANY.begin(highest);
    const between = (from: number, to: number, isIn: boolean): number =>
      from < to ? countValues(this.#talks, kind, { from, to }, isIn ? LACKING : TOO_MANY) : 0;
    const head = between(range.from, first * size, true) + between(first * size, range.from, false);
    const tail = between(last * size, range.to, true) + between(range.to, last * size, false);
    const before = first * numbers.length;
    const behind = last * numbers.length;
    const best = new Leaders(most);
    for (let at = 0; at < numbers.length && (totals[at] ?? 0) >= best.least; at += 1) {
      const number = numbers[at] ?? 0;
      const inBlocks = (counts[behind + at] ?? 0) - (counts[before + at] ?? 0);
      const count = inBlocks + LACKING.count(number) - TOO_MANY.count(number);
      if (count < best.least) continue;
      counter.add(number, count);
      best.add(count);
    }
    return head + tail;
  }

  #blocksOf(kind: CountedKind, highest: number): Blocks {
    let blocks = this.#blocks.get(kind);
    if (blocks === undefined) this.#blocks.set(kind, (blocks = countBlocks(this.#talks, kind, highest)));
    return blocks;
  }
}

function countBlocks(talks: TalkColumns, kind: CountedKind, highest: number): Blocks {
  const all = talks.numbers.length;
  const soFar = new Counter();
  soFar.begin(highest);
  countValues(talks, kind, { from: 0, to: all }, soFar);
  const numbers = soFar.numbers.slice().sort((a, b) => soFar.count(b) - soFar.count(a));
  const totals = numbers.map((number) => soFar.count(number));
  let size = SMALLEST_BLOCK;
  while (Math.floor(all / size) * numbers.length > MAX_COUNTS) size *= 2;
  const rows = Math.floor(all / size) + 1;
  const counts = new Uint32Array(rows * numbers.length);
  soFar.begin(highest);
  for (let row = 1; row < rows; row += 1) {
    countValues(talks, kind, { from: (row - 1) * size, to: row * size }, soFar);
    counts.set(
      numbers.map((number) => soFar.count(number)),
      row * numbers.length,
    );
  }
  return { size, numbers, totals, counts };
}

/** Keeps the highest counts. */
class Leaders {
  /** The lowest of the counts once there are enough; smaller ones cannot matter. */
  least = 1;
  readonly #most: number;
  readonly #counts: number[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  add(count: number): void {
    if (count < this.least || this.#most === Infinity) return;
    let at = this.#counts.length;
    while (at > 0 && (this.#counts[at - 1] ?? 0) < count) at -= 1;
    this.#counts.splice(at, 0, count);
    if (this.#counts.length > this.#most) this.#counts.pop();
    if (this.#counts.length === this.#most) this.least = this.#counts.at(-1) ?? 1;
  }
}

/** Positions of talks, or all those in a range. */
type Talks = Uint32Array | Range;

type CountedKind = 'departments' | 'venues' | 'series' | 'topics' | 'speakers';

/** Counts the talks that have each value of a kind. @returns the number of talks visited */
export function countValues(columns: TalkColumns, kind: CountedKind, talks: Talks, counter: Counter): number {
  if (kind === 'topics') countTopics(columns, talks, counter);
  else if (kind === 'speakers') countSpeakers(columns, talks, counter);
  else countOne(columns, talks, REFS[kind], counter);
  return talks instanceof Uint32Array ? talks.length : talks.to - talks.from;
}

const REFS = { series: SERIES_REF, venues: VENUE_REF, departments: DEPARTMENT_REF } as const;

function countOne({ refs, refOffsets }: TalkColumns, talks: Talks, ref: number, counter: Counter): void {
  const [positions, first, size] = spread(talks);
  for (let index = 0; index < size; index += 1) {
    const position = positions === undefined ? first + index : (positions[index] ?? 0);
    const number = refs[(refOffsets[position] ?? 0) + ref] ?? 0;
    // 0 stands for no reference.
    if (number !== 0) counter.add(number, 1);
  }
}

function countTopics({ refs, refOffsets }: TalkColumns, talks: Talks, counter: Counter): void {
  const [positions, first, size] = spread(talks);
  for (let index = 0; index < size; index += 1) {
    const at = refOffsets[positions === undefined ? first + index : (positions[index] ?? 0)] ?? 0;
    const end = at + FIRST_TOPIC + (refs[at + TOPIC_COUNT] ?? 0);
    for (let ref = at + FIRST_TOPIC; ref < end; ref += 1) counter.add(refs[ref] ?? 0, 1);
  }
}

function countSpeakers({ refs, refOffsets }: TalkColumns, talks: Talks, counter: Counter): void {
  const [positions, first, size] = spread(talks);
  for (let index = 0; index < size; index += 1) {
    const at = refOffsets[positions === undefined ? first + index : (positions[index] ?? 0)] ?? 0;
    const count = at + FIRST_TOPIC + (refs[at + TOPIC_COUNT] ?? 0);
    const end = count + 1 + (refs[count] ?? 0);
    for (let ref = count + 1; ref < end; ref += 1) counter.add(refs[ref] ?? 0, 1);
  }
}

/** @returns the positions, if they are listed; the first one, if they are a range; and how many there are */
function spread(talks: Talks): readonly [Uint32Array | undefined, number, number] {
  return talks instanceof Uint32Array ? [talks, 0, talks.length] : [undefined, talks.from, talks.to - talks.from];
}
