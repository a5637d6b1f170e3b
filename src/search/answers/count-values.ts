import type { TalkColumns } from '../index/columns.ts';
import type { Range } from '../index/position-list.ts';
import { DEPARTMENT_REF, FIRST_TOPIC, SERIES_REF, TOPIC_COUNT, VENUE_REF } from '../index/talk-refs.ts';
import type { Counter } from './counter.ts';

/** Positions of talks, or all those in a range. */
type Talks = Uint32Array | Range;

export type CountedKind = 'departments' | 'venues' | 'series' | 'topics' | 'speakers';

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
