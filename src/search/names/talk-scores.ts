import type { IndexColumns } from '../index/columns.ts';
import type { BrowseType } from '../index/list-type.ts';
import { DEPARTMENT_REF, FIRST_TOPIC, SERIES_REF, TOPIC_COUNT, VENUE_REF } from '../index/talk-refs.ts';

/** One upcoming talk counts more than all past ones. */
const UPCOMING = 2 ** 24;
/** In levels: no tree of places is as deep, but a damaged one may have a cycle. */
const DEEPEST = 50;

/** By number of a record: its upcoming talks, then its past ones, combined into one number to sort by. */
export type TalkScores = Readonly<Record<Exclude<BrowseType, 'collection'>, Float64Array>>;

/** Talks between two yields. */
const TALKS_A_STEP = 1_000;

/** Scores all records in one pass over all talks. @param upcoming the position of the first upcoming talk */
export function* talkScores({ talks, keys, parents }: IndexColumns, upcoming: number): Generator<void, TalkScores> {
  const scoresOf = (type: 'person' | 'series' | 'topic' | 'place') => new Float64Array(keys[type].offsets.length);
  const scores = {
    person: scoresOf('person'),
    series: scoresOf('series'),
    topic: scoresOf('topic'),
    department: scoresOf('place'),
    venue: scoresOf('place'),
  };
  const { refs, refOffsets, numbers } = talks;
  for (let position = 0; position < numbers.length; position += 1) {
    const score = position >= upcoming ? UPCOMING : 1;
    const at = refOffsets[position] ?? 0;
    add(scores.series, refs[at + SERIES_REF], score);
    add(scores.venue, refs[at + VENUE_REF], score);
    add(scores.department, refs[at + DEPARTMENT_REF], score);
    const speakers = at + FIRST_TOPIC + (refs[at + TOPIC_COUNT] ?? 0);
    for (let ref = at + FIRST_TOPIC; ref < speakers; ref += 1) add(scores.topic, refs[ref], score);
    const end = speakers + (refs[speakers] ?? 0);
    for (let ref = speakers + 1; ref <= end; ref += 1) add(scores.person, refs[ref], score);
    if (position % TALKS_A_STEP === 0) yield;
  }
  return { ...scores, department: withBelow(scores.department, parents), venue: withBelow(scores.venue, parents) };
}

function add(scores: Float64Array, number: number | undefined, score: number): void {
  if (number !== undefined && number !== 0) scores[number] = (scores[number] ?? 0) + score;
}

/** Adds to each place the scores of everything under it. */
function withBelow(direct: Float64Array, parents: Uint32Array): Float64Array {
  const scores = direct.slice();
  for (const [place, score] of direct.entries()) {
    if (score === 0) continue;
    let above = parents[place] ?? 0;
    for (let depth = 0; above !== 0 && depth < DEEPEST; depth += 1) {
      add(scores, above, score);
      above = parents[above] ?? 0;
    }
  }
  return scores;
}
