import type { TalkTrait } from '#catalogue/talk-traits.ts';
import { TALK_STATUSES, type TalkStatus } from '#catalogue/talk.ts';
import type { TalkColumns } from '../index/columns.ts';
import { eveningTest, TRAIT_OF } from '../index/matcher.ts';
import type { PositionList, Range } from '../index/position-list.ts';
import { COUNTED_BITS, hasStatus, hasTrait } from '../index/talk-marks.ts';
import { type AttributeFilters, noAttributes, type Question } from '../query/question.ts';

/** Finds the talks that match a question; undefined: all in the range. */
export type Find = (question: Question) => PositionList | undefined;

/** A value of an attribute that some talks have. */
export interface AttributeFacet {
  readonly name: AttributeName;
  readonly value: string;
  /** The number of talks that the question would find with only this value for its parameter. */
  readonly count: number;
  /** Whether the question has this value. */
  readonly isAsked: boolean;
}

interface Asking {
  readonly range: Range;
  readonly find: Find;
  /** IANA name of the time zone of evenings. */
  readonly timeZone: string;
}

/** The values that some but not all of the talks have, and the values of the question. */
export function attributeFacets(
  counter: AttributeCounts,
  question: Question,
  { range, find, timeZone }: Asking,
): AttributeFacet[] {
  const { attributes } = question;
  const counted = new Map<AttributeName | 'none', { readonly counts: Uint32Array; readonly talks: number }>();

  /** The counts for the question without this parameter. */
  function countsWithout(name: AttributeName | 'none') {
    const known = counted.get(name);
    if (known !== undefined) return known;
    const isDropped = name !== 'none' && attributes !== undefined;
    const others = isDropped ? { ...attributes, [name]: noAttributes(timeZone)[name] } : attributes;
    const found = find({ ...question, attributes: others });
    const counts =
      found === undefined ? counter.ofRange(range, timeZone) : counter.ofTalks(found.slice(0, found.size), timeZone);
    const fresh = { counts, talks: found?.size ?? range.to - range.from };
    counted.set(name, fresh);
    return fresh;
  }

  return ATTRIBUTE_VALUES.flatMap(({ name, value }, at): AttributeFacet[] => {
    const asked = askedOf(attributes, name);
    // `true` next to `false` would contradict it.
    if (asked.includes('false')) return [];
    const { counts, talks } = countsWithout(asked.length > 0 ? name : 'none');
    const count = counts[at] ?? 0;
    const isAsked = asked.includes(value);
    return isAsked || (count > 0 && count < talks) ? [{ name, value, count, isAsked }] : [];
  });
}

function askedOf(attributes: AttributeFilters | undefined, name: AttributeName): readonly string[] {
  const asked = attributes?.[name];
  if (asked === undefined) return [];
  return typeof asked === 'boolean' ? [String(asked)] : asked;
}

type AttributeName = Exclude<keyof AttributeFilters, 'timeZone' | 'long' | 'missing'>;

/** A value of an attribute, and a test for it in the mark of a talk. */
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
const ATTRIBUTE_VALUES: readonly AttributeValue[] = [
  ofTrait('attendance', 'in_person', TRAIT_OF.in_person),
  ofTrait('attendance', 'online', TRAIT_OF.online),
  { name: 'evening', value: 'true', isMarked: (_, isEvening) => isEvening },
  ofTrait('audience', 'public', TRAIT_OF.public),
  ofTrait('audience', 'members', TRAIT_OF.members),
  ofTrait('free', 'true', 'free'),
  ofTrait('bookingRequired', 'true', 'bookingRequired'),
  ofTrait('has', 'recording', TRAIT_OF.recording),
  ofTrait('has', 'slides', TRAIT_OF.slides),
  ...TALK_STATUSES.filter((status) => status !== 'published').map(ofStatus),
];

/** Added to the counted bits of a mark if a talk is in the evening: a number for each combination. */
const EVENING = 2 ** COUNTED_BITS;
const COMBINATIONS = 2 * EVENING;

const SIZE = ATTRIBUTE_VALUES.length;

/** By combination: a bit for each of ATTRIBUTE_VALUES that it has. */
const VALUES_OF = Uint32Array.from({ length: COMBINATIONS }, (_, combination) =>
  ATTRIBUTE_VALUES.reduce(
    (bits, { isMarked }, at) => (isMarked(combination % EVENING, combination >= EVENING) ? bits | (1 << at) : bits),
    0,
  ),
);

/** Talks in a block. */
const BLOCK = 64;

// Counting is synchronous, so one histogram is enough.
const HISTOGRAM = new Uint32Array(COMBINATIONS);

/** The attributes of all talks, evenings being those of one time zone. */
interface Zoned {
  /** By position of a talk: its combination. */
  readonly combinations: Uint16Array;
  /** A row for each block: for each value, the number of talks before the block that have it. */
  readonly rows: Uint32Array;
}

/** Counts the talks that have each of ATTRIBUTE_VALUES. Uses three bytes a talk, from the first question on. */
export class AttributeCounts {
  readonly #talks: TalkColumns;
  /** By time zone; a service has only one. */
  readonly #zoned = new Map<string, Zoned>();

  constructor(talks: TalkColumns) {
    this.#talks = talks;
  }

  /** Counts in the order of ATTRIBUTE_VALUES. */
  ofTalks(positions: Uint32Array, timeZone: string): Uint32Array {
    const { combinations } = this.#in(timeZone);
    HISTOGRAM.fill(0);
    for (const position of positions) {
      const combination = combinations[position] ?? 0;
      HISTOGRAM[combination] = (HISTOGRAM[combination] ?? 0) + 1;
    }
    return valuesCounted();
  }

  /** Like `ofTalks`, but without visiting most of the talks. */
  ofRange({ from, to }: Range, timeZone: string): Uint32Array {
    const zoned = this.#in(timeZone);
    const before = countsBefore(zoned, from);
    return countsBefore(zoned, to).map((count, at) => count - (before[at] ?? 0));
  }

  #in(timeZone: string): Zoned {
    let zoned = this.#zoned.get(timeZone);
    if (zoned === undefined) this.#zoned.set(timeZone, (zoned = zonedTalks(this.#talks, timeZone)));
    return zoned;
  }
}

function zonedTalks({ marks, starts }: TalkColumns, timeZone: string): Zoned {
  const isEvening = eveningTest(timeZone);
  const combinations = new Uint16Array(marks.length);
  for (let position = 0; position < marks.length; position += 1)
    combinations[position] = ((marks[position] ?? 0) % EVENING) + (isEvening(starts[position] ?? 0) ? EVENING : 0);
  const blocks = Math.floor(marks.length / BLOCK);
  const rows = new Uint32Array((blocks + 1) * SIZE);
  for (let block = 0; block < blocks; block += 1) {
    const counts = countPart(combinations, block * BLOCK, (block + 1) * BLOCK);
    for (let at = 0; at < SIZE; at += 1)
      rows[(block + 1) * SIZE + at] = (rows[block * SIZE + at] ?? 0) + (counts[at] ?? 0);
  }
  return { combinations, rows };
}

function countsBefore({ combinations, rows }: Zoned, position: number): Uint32Array {
  const block = Math.floor(position / BLOCK);
  const counts = countPart(combinations, block * BLOCK, position);
  for (let at = 0; at < SIZE; at += 1) counts[at] = (counts[at] ?? 0) + (rows[block * SIZE + at] ?? 0);
  return counts;
}

/** Counts talk by talk. */
function countPart(combinations: Uint16Array, from: number, to: number): Uint32Array {
  const counts = new Uint32Array(SIZE);
  for (let position = from; position < to; position += 1) addValues(counts, combinations[position] ?? 0, 1);
  return counts;
}

function valuesCounted(): Uint32Array {
  const counts = new Uint32Array(SIZE);
  for (let combination = 0; combination < COMBINATIONS; combination += 1) {
    const count = HISTOGRAM[combination] ?? 0;
    if (count > 0) addValues(counts, combination, count);
  }
  return counts;
}

function addValues(counts: Uint32Array, combination: number, count: number): void {
  const values = VALUES_OF[combination] ?? 0;
  for (let at = 0; values >>> at !== 0; at += 1)
    if (((values >>> at) & 1) === 1) counts[at] = (counts[at] ?? 0) + count;
}
