import type { Range } from './position-list.js';
import { Tally } from './tally.js';
import type { ValueLists, ValueType } from './value-lists.js';

/** Values by number, those first that most talks have, and how many that are. */
interface Ranking {
  readonly numbers: Uint32Array;
  readonly totals: Uint32Array;
}

/**
 * Which values most talks of a range have, without going through the talks: a value is looked at only while so many
 * talks have it at all as the last of the leading ones has in the range.
 */
export class LeadingValues {
  readonly #lists: ValueLists;
  readonly #all: Range;
  readonly #rankings = new Map<string, Ranking>();
  readonly #tally = new Tally();

  /** @param size how many talks there are */
  constructor(lists: ValueLists, size: number) {
    this.#lists = lists;
    this.#all = { from: 0, to: size };
  }

  /**
   * How many talks of a range have each value that may be among the first `most`, or is among `asked`; undefined where
   * going through the talks takes less.
   * @returns a tally that is good until the next is asked for
   */
  tally(type: ValueType, withBelow: boolean, range: Range, { most, asked, highest }: Wanted): Tally | undefined {
    const { numbers, totals } = this.#ranking(type, withBelow, highest);
    const best = new Leaders(most + asked.length);
    const tally = this.#tally;
    tally.begin(highest);
    for (const number of asked) this.#add(tally, number, this.#lists.listOf(type, number, withBelow, range).size);
    for (let at = 0; at < numbers.length && (totals[at] ?? 0) >= best.least; at += 1) {
      if (at === PROBED && (totals[Math.floor((range.to - range.from) / TALKS_A_VALUE)] ?? 0) >= best.least)
        return undefined;
      const number = numbers[at] ?? 0;
      const count = this.#lists.listOf(type, number, withBelow, range).size;
      best.add(count);
      this.#add(tally, number, count);
    }
    return tally;
  }

  #add(tally: Tally, number: number, count: number): void {
    if (number !== 0 && count > 0 && tally.count(number) === 0) tally.add(number, count);
  }

  #ranking(type: ValueType, withBelow: boolean, highest: number): Ranking {
    const key = `${type} ${String(withBelow)}`;
    let ranking = this.#rankings.get(key);
    if (ranking === undefined) {
      const counts = Uint32Array.from({ length: highest + 1 }, (_, number) =>
        number === 0 ? 0 : this.#lists.listOf(type, number, withBelow, this.#all).size,
      );
      const used = [...counts.keys()].filter((number) => (counts[number] ?? 0) > 0);
      const numbers = Uint32Array.from(used).sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0));
      ranking = { numbers, totals: numbers.map((number) => counts[number] ?? 0) };
      this.#rankings.set(key, ranking);
    }
    return ranking;
  }
}

export interface Wanted {
  readonly most: number;
  /** Numbers. */
  readonly asked: readonly number[];
  readonly highest: number;
}

/** Values after which it is seen how many there may be to look at. */
const PROBED = 32;
/** Talks that are gone through in the time that one value takes. */
const TALKS_A_VALUE = 25;

/** The highest of counts. */
class Leaders {
  readonly #size: number;
  readonly #counts: number[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  /** Fewer than this are not among them; what is 1 until there are enough. */
  get least(): number {
    return this.#counts.length < this.#size ? 1 : Math.max(1, this.#counts.at(-1) ?? 1);
  }

  add(count: number): void {
    if (this.#counts.length === this.#size && count <= this.least) return;
    let at = this.#counts.length;
    while (at > 0 && (this.#counts[at - 1] ?? 0) < count) at -= 1;
    this.#counts.splice(at, 0, count);
    if (this.#counts.length > this.#size) this.#counts.pop();
  }
}
