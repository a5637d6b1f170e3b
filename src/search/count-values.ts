import type { TalkColumns } from './columns.js';
import type { Range } from './position-list.js';
import { DEPARTMENT_REF, FIRST_TOPIC, SERIES_REF, TOPIC_COUNT, VENUE_REF } from './talk-refs.js';
import type { Tally } from './tally.js';

export interface Tallies {
  readonly departments: Tally;
  readonly venues: Tally;
  readonly series: Tally;
  readonly topics: Tally;
  readonly speakers: Tally;
}

/** Adds, for each kind of value asked for, one for each talk that has it: of some talks by position, or all in a range. */
export function countValues(
  { refs, refOffsets }: TalkColumns,
  talks: Uint32Array | Range,
  { departments, venues, series, topics, speakers }: Tallies,
  kinds: ReadonlySet<keyof Tallies>,
): void {
  const positions = talks instanceof Uint32Array ? talks : undefined;
  const first = talks instanceof Uint32Array ? 0 : talks.from;
  const size = talks instanceof Uint32Array ? talks.length : talks.to - talks.from;
  const [ofDepartments, ofVenues, ofSeries] = [kinds.has('departments'), kinds.has('venues'), kinds.has('series')];
  const [ofTopics, ofSpeakers] = [kinds.has('topics'), kinds.has('speakers')];
  for (let index = 0; index < size; index += 1) {
    const position = positions === undefined ? first + index : (positions[index] ?? 0);
    const at = refOffsets[position] ?? 0;
    if (ofDepartments) addOne(departments, refs[at + DEPARTMENT_REF] ?? 0);
    if (ofVenues) addOne(venues, refs[at + VENUE_REF] ?? 0);
    if (ofSeries) addOne(series, refs[at + SERIES_REF] ?? 0);
    const speakerCount = at + FIRST_TOPIC + (refs[at + TOPIC_COUNT] ?? 0);
    if (ofTopics) addAll(topics, refs, at + FIRST_TOPIC, speakerCount);
    if (ofSpeakers) addAll(speakers, refs, speakerCount + 1, speakerCount + 1 + (refs[speakerCount] ?? 0));
  }
}

function addOne(tally: Tally, number: number): void {
  // A reference of 0 is none.
  if (number !== 0) tally.add(number, 1);
}

function addAll(tally: Tally, refs: Uint32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) tally.add(refs[at] ?? 0, 1);
}
