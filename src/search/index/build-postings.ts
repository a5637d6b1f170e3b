import type { IndexColumns, PlacePostingColumns, TalkColumns } from './columns.ts';
import { listPlaces } from './place-lists.ts';
import type { PlaceLists } from './place-lists.ts';
import { PostingsBuilder } from './postings-builder.ts';
import { DEPARTMENT_REF, FIRST_TOPIC, SERIES_REF, TOPIC_COUNT, VENUE_REF } from './talk-refs.ts';

type Postings = Pick<IndexColumns, 'bySpeaker' | 'bySeries' | 'byTopic' | 'byVenue' | 'byDepartment'>;

/** The largest numbers that talks may refer to. */
export interface Highest {
  readonly person: number;
  readonly series: number;
  readonly topic: number;
}

/** Makes the lists of every value that can be asked for. */
export function buildPostings(talks: TalkColumns, parents: Uint32Array, highest: Highest): Postings {
  const counts = countRefs(talks, parents, highest);
  const size = talks.numbers.length;
  const venues = listPlaces(parents, counts.venues);
  const departments = listPlaces(parents, counts.departments);
  const bySeries = new PostingsBuilder(counts.series, size);
  const byTopic = new PostingsBuilder(counts.topics, size);
  const bySpeaker = new PostingsBuilder(counts.speakers, size);
  const byVenue = new PostingsBuilder(venues.counts, size);
  const byDepartment = new PostingsBuilder(departments.counts, size);
  const { refs, refOffsets } = talks;
  for (let position = 0; position < size; position += 1) {
    const first = refOffsets[position] ?? 0;
    const series = refs[first + SERIES_REF] ?? 0;
    if (series !== 0) bySeries.add(series, position);
    addToPlace(byVenue, venues, refs[first + VENUE_REF] ?? 0, position);
    addToPlace(byDepartment, departments, refs[first + DEPARTMENT_REF] ?? 0, position);
    const speakerCount = first + FIRST_TOPIC + (refs[first + TOPIC_COUNT] ?? 0);
    for (let at = first + FIRST_TOPIC; at < speakerCount; at += 1) byTopic.add(refs[at] ?? 0, position);
    const end = speakerCount + 1 + (refs[speakerCount] ?? 0);
    for (let at = speakerCount + 1; at < end; at += 1) bySpeaker.add(refs[at] ?? 0, position);
  }
  return {
    bySeries: bySeries.finish(),
    byTopic: byTopic.finish(),
    bySpeaker: bySpeaker.finish(),
    byVenue: finishPlaces(byVenue, venues),
    byDepartment: finishPlaces(byDepartment, departments),
  };
}

function countRefs(talks: TalkColumns, parents: Uint32Array, highest: Highest) {
  const series = new Uint32Array(highest.series + 1);
  const topics = new Uint32Array(highest.topic + 1);
  const speakers = new Uint32Array(highest.person + 1);
  const venues = new Uint32Array(parents.length);
  const departments = new Uint32Array(parents.length);
  const { refs, refOffsets } = talks;
  for (let position = 0; position < talks.numbers.length; position += 1) {
    const first = refOffsets[position] ?? 0;
    count(series, refs[first + SERIES_REF] ?? 0);
    count(venues, refs[first + VENUE_REF] ?? 0);
    count(departments, refs[first + DEPARTMENT_REF] ?? 0);
    const speakerCount = first + FIRST_TOPIC + (refs[first + TOPIC_COUNT] ?? 0);
    for (let at = first + FIRST_TOPIC; at < speakerCount; at += 1) count(topics, refs[at] ?? 0);
    const end = speakerCount + 1 + (refs[speakerCount] ?? 0);
    for (let at = speakerCount + 1; at < end; at += 1) count(speakers, refs[at] ?? 0);
  }
  // A reference of 0 is none.
  for (const counts of [series, venues, departments]) counts[0] = 0;
  return { series, topics, speakers, venues, departments };
}

function count(counts: Uint32Array, number: number): void {
  if (number >= counts.length)
    throw new RangeError(`a talk refers to a record with number ${number}, which there is not`);
  counts[number] = (counts[number] ?? 0) + 1;
}

function addToPlace(builder: PostingsBuilder, places: PlaceLists, place: number, position: number): void {
  const end = places.membershipOffsets[place + 1] ?? 0;
  for (let at = places.membershipOffsets[place] ?? 0; at < end; at += 1)
    builder.add(places.memberships[at] ?? 0, position);
}

function finishPlaces(builder: PostingsBuilder, places: PlaceLists): PlacePostingColumns {
  return { ...builder.finish(), direct: places.direct, below: places.below };
}
