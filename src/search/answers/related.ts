import { FIRST_TOPIC, SERIES_REF, type TalkColumns, TOPIC_COUNT } from '../index/columns.ts';
import type { PositionList, Range } from '../index/position-list.ts';
import { Counter, firstSorted } from './counter.ts';
import { isCancelled } from '../index/talk-marks.ts';
import type { ValueLists } from '../index/value-lists.ts';

/** For a topic or speaker, at most this many past and this many upcoming talks count: those nearest to now. */
const NEAREST = 500;

/** More topics or speakers than real talks have; the rest is ignored. */
const MAX_VALUES = 50;

/** The score for sharing a value that every talk has. */
const POINTS = 64;

/** Scoring is synchronous, so one counter is enough. */
const SCORES = new Counter();

/**
 * Positions of talks that share topics or speakers with the one at `position`; the rarer a shared value, the more it
 * counts. Upcoming talks come before past ones; within each group, those that share most come first, then those nearest
 * to now. Cancelled talks are left out.
 * @param now the position of the first upcoming talk
 */
export function relatedTalks(
  talks: TalkColumns,
  lists: ValueLists,
  { position, now, limit }: { readonly position: number; readonly now: number; readonly limit: number },
): Uint32Array {
  const size = talks.numbers.length;
  SCORES.begin(size);
  function score(list: (range: Range) => PositionList): void {
    const points = Math.round(POINTS * Math.log2(1 + size / list({ from: 0, to: size }).size));
    const past = list({ from: 0, to: now });
    const toCome = list({ from: now, to: size });
    for (const found of [past.slice(Math.max(0, past.size - NEAREST), NEAREST), toCome.slice(0, NEAREST)])
      for (const other of found) SCORES.add(other, points);
  }
  const { topics, speakers } = valuesOf(talks, position);
  for (const topic of topics) score((range) => lists.of('topic', topic, range));
  for (const speaker of speakers) score((range) => lists.of('person', speaker, range));
  const others = SCORES.numbers.filter((other) => other !== position && !isCancelled(talks.marks[other] ?? 0));
  const nearest = firstSorted(others, limit, (a, b) => {
    const isPast = Number(a < now) - Number(b < now);
    return isPast || SCORES.count(b) - SCORES.count(a) || (a < now ? b - a : a - b);
  });
  return Uint32Array.from(nearest);
}

/** Sorts positions: upcoming talks by date, then past ones, latest first. @param now as in relatedTalks */
export function toComeFirst(positions: Uint32Array, now: number): Uint32Array {
  return positions.toSorted((a, b) => Number(a < now) - Number(b < now) || (a < now ? b - a : a - b));
}

/** Numbers of the talks before and after a talk; 0 if there is none. */
export interface Beside {
  readonly before: number;
  readonly after: number;
}

/** The talks immediately before and after a talk in its series. @param position -1: no talk */
export function besideInSeries(talks: TalkColumns, lists: ValueLists, position: number): Beside {
  const { refs, refOffsets, numbers } = talks;
  const series = position === -1 ? 0 : (refs[(refOffsets[position] ?? 0) + SERIES_REF] ?? 0);
  if (series === 0) return { before: 0, after: 0 };
  const earlier = lists.of('series', series, { from: 0, to: position });
  const [before = -1] = earlier.size === 0 ? [] : earlier.slice(earlier.size - 1, 1);
  const [after = -1] = lists.of('series', series, { from: position + 1, to: numbers.length }).slice(0, 1);
  return { before: numbers[before] ?? 0, after: numbers[after] ?? 0 };
}

function valuesOf({ refs, refOffsets }: TalkColumns, position: number) {
  const topics = (refOffsets[position] ?? 0) + FIRST_TOPIC;
  const speakerCount = topics + (refs[topics - FIRST_TOPIC + TOPIC_COUNT] ?? 0);
  const speakers = speakerCount + 1;
  return {
    topics: refs.subarray(topics, Math.min(speakerCount, topics + MAX_VALUES)),
    speakers: refs.subarray(speakers, speakers + Math.min(refs[speakerCount] ?? 0, MAX_VALUES)),
  };
}
