import type { TalkTrait } from '#catalogue/talk-traits.ts';
import { TALK_STATUSES, type TalkStatus } from '#catalogue/talk.ts';
import { eveningTest, TRAIT_OF } from '../index/attribute-matcher.ts';
import type { TalkColumns } from '../index/columns.ts';
import type { Range } from '../index/position-list.ts';
import { hasStatus, hasTrait, MARK_BITS } from '../index/talk-marks.ts';
import type { AttributeFilters } from '../query/attribute-filters.ts';

/** A parameter of attributes. */
export type AttributeName = Exclude<keyof AttributeFilters, 'timeZone'>;

/** A value of an attribute that can be chosen, and how it is told from the mark of a talk. */
interface AttributeValue {
  readonly name: AttributeName;
  readonly value: string;
  readonly isMarked: (mark: number, isEvening: boolean) => boolean;
}

function ofTrait(name: AttributeName, value: string, trait: TalkTrait): AttributeValue {
  return { name, value, isMarked: (mark) => hasTrait(mark, trait) };
}

function ofStatus(status: TalkStatus): AttributeValue {
  return { name: 'status', value: status, isMarked: (mark) => hasStatus(mark, status) };
}

/** In the order in which pages list them. */
export const ATTRIBUTE_VALUES: readonly AttributeValue[] = [
  ofTrait('attendance', 'in_person', TRAIT_OF.in_person),
  ofTrait('attendance', 'online', TRAIT_OF.online),
  { name: 'evening', value: 'true', isMarked: (_, isEvening) => isEvening },
  ofTrait('free', 'true', 'free'),
  ofTrait('bookingRequired', 'true', 'bookingRequired'),
  ofTrait('has', 'recording', TRAIT_OF.recording),
  ofTrait('has', 'slides', TRAIT_OF.slides),
  ...TALK_STATUSES.filter((status) => status !== 'published').map(ofStatus),
];

/** Status and traits, and whether in the evening: each combination has a number. */
const EVENING = 2 ** MARK_BITS;
const COMBINATIONS = 2 * EVENING;

/** Talks in a block. */
const BLOCK = 1024;

/** How many talks have each of ATTRIBUTE_VALUES. */
export class AttributeCounts {
  readonly #talks: TalkColumns;
  /** By time zone: a row for each block, how many of the talks before it have each. Services have one zone. */
  readonly #rows = new Map<string, Uint32Array>();

  constructor(talks: TalkColumns) {
    this.#talks = talks;
  }

  /** In the order of ATTRIBUTE_VALUES. */
  ofTalks(positions: Uint32Array, timeZone: string): Uint32Array {
    return this.#count(positions.length, (at) => positions[at] ?? 0, timeZone);
  }

  /** The same, mostly without visiting the talks. */
  ofRange({ from, to }: Range, timeZone: string): Uint32Array {
    const before = this.#before(from, timeZone);
    return this.#before(to, timeZone).map((count, at) => count - (before[at] ?? 0));
  }

  #before(position: number, timeZone: string): Uint32Array {
    const block = Math.floor(position / BLOCK);
    const size = ATTRIBUTE_VALUES.length;
    const row = this.#rowsIn(timeZone).subarray(block * size, (block + 1) * size);
    const rest = this.#count(position - block * BLOCK, (at) => block * BLOCK + at, timeZone);
    return rest.map((count, at) => count + (row[at] ?? 0));
  }

  #rowsIn(timeZone: string): Uint32Array {
    const known = this.#rows.get(timeZone);
    if (known !== undefined) return known;
    const size = ATTRIBUTE_VALUES.length;
    const blocks = Math.floor(this.#talks.numbers.length / BLOCK);
    const rows = new Uint32Array((blocks + 1) * size);
    for (let block = 0; block < blocks; block += 1) {
      const counts = this.#count(BLOCK, (at) => block * BLOCK + at, timeZone);
      counts.forEach((count, at) => (rows[(block + 1) * size + at] = (rows[block * size + at] ?? 0) + count));
    }
    this.#rows.set(timeZone, rows);
    return rows;
  }

  #count(talks: number, positionAt: (at: number) => number, timeZone: string): Uint32Array {
    const { marks, starts } = this.#talks;
    const isEvening = eveningTest(timeZone);
    const combinations = new Uint32Array(COMBINATIONS);
    for (let at = 0; at < talks; at += 1) {
      const position = positionAt(at);
      const combination = ((marks[position] ?? 0) % EVENING) + (isEvening(starts[position] ?? 0) ? EVENING : 0);
      combinations[combination] = (combinations[combination] ?? 0) + 1;
    }
    const counts = new Uint32Array(ATTRIBUTE_VALUES.length);
    combinations.forEach((count, combination) => {
      if (count === 0) return;
      ATTRIBUTE_VALUES.forEach(({ isMarked }, at) => {
        if (isMarked(combination % EVENING, combination >= EVENING)) counts[at] = (counts[at] ?? 0) + count;
      });
    });
    return counts;
  }
}
