import type { PlacePostingColumns, PostingsByType, TalkColumns } from './columns.ts';
import type { ListType } from './list-type.ts';
import { listPlaces, type PlaceLists } from './place-lists.ts';
import { PostingsBuilder } from './postings-builder.ts';
import { DEPARTMENT_REF, FIRST_TOPIC, SERIES_REF, TOPIC_COUNT, VENUE_REF } from './talk-refs.ts';

/** The largest number of a record of each type. */
interface Highest {
  readonly person: number;
  readonly series: number;
  readonly topic: number;
}

/** Builds the postings: for every value that a question can name, the list of its talks. */
export function buildPostings(talks: TalkColumns, parents: Uint32Array, highest: Highest): PostingsByType {
  const counts = countValues(talks, parents, highest);
  const size = talks.numbers.length;
  const venues = listPlaces(parents, counts.venue);
  const departments = listPlaces(parents, counts.department);
  const series = new PostingsBuilder(counts.series, size);
  const topic = new PostingsBuilder(counts.topic, size);
  const person = new PostingsBuilder(counts.person, size);
  const host = new PostingsBuilder(counts.host, size);
  const venue = new PostingsBuilder(venues.counts, size);
  const department = new PostingsBuilder(departments.counts, size);
  visitValues(talks, {
    series: (number, position) => series.add(number, position),
    topic: (number, position) => topic.add(number, position),
    person: (number, position) => person.add(number, position),
    host: (number, position) => host.add(number, position),
    venue: (number, position) => addToPlace(venue, venues, number, position),
    department: (number, position) => addToPlace(department, departments, number, position),
  });
  return {
    series: series.finish(),
    topic: topic.finish(),
    person: person.finish(),
    host: host.finish(),
    venue: finishPlaces(venue, venues),
    department: finishPlaces(department, departments),
  };
}

function countValues(talks: TalkColumns, parents: Uint32Array, highest: Highest): Record<ListType, Uint32Array> {
  const series = new Uint32Array(highest.series + 1);
  const topic = new Uint32Array(highest.topic + 1);
  const person = new Uint32Array(highest.person + 1);
  const host = new Uint32Array(highest.person + 1);
  const venue = new Uint32Array(parents.length);
  const department = new Uint32Array(parents.length);
  visitValues(talks, {
    series: (number) => count(series, number),
    topic: (number) => count(topic, number),
    person: (number) => count(person, number),
    host: (number) => count(host, number),
    venue: (number) => count(venue, number),
    department: (number) => count(department, number),
  });
  return { series, topic, person, host, venue, department };
}

type Visit = (number: number, position: number) => void;

/** Calls back for every value of every talk, in the order of positions. `person` means speaker. */
function visitValues({ refs, refOffsets, numbers }: TalkColumns, visit: Readonly<Record<ListType, Visit>>): void {
  const { series, topic, person, host, venue, department } = visit;
  for (let position = 0; position < numbers.length; position += 1) {
    const first = refOffsets[position] ?? 0;
    visitOne(refs[first + SERIES_REF], position, series);
    visitOne(refs[first + VENUE_REF], position, venue);
    visitOne(refs[first + DEPARTMENT_REF], position, department);
    const speakerCount = first + FIRST_TOPIC + (refs[first + TOPIC_COUNT] ?? 0);
    for (let at = first + FIRST_TOPIC; at < speakerCount; at += 1) topic(refs[at] ?? 0, position);
    const hosts = speakerCount + 1 + (refs[speakerCount] ?? 0);
    for (let at = speakerCount + 1; at < hosts; at += 1) person(refs[at] ?? 0, position);
    const end = hosts + (refs[(refOffsets[position + 1] ?? 0) - 1] ?? 0);
    for (let at = hosts; at < end; at += 1) host(refs[at] ?? 0, position);
  }
}

/** 0 stands for no reference. */
function visitOne(number: number | undefined, position: number, visit: Visit): void {
  if (number !== undefined && number !== 0) visit(number, position);
}

function count(counts: Uint32Array, number: number): void {
  if (number >= counts.length) throw new RangeError(`a talk refers to the record ${number}, which does not exist`);
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
