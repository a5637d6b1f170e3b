import type {
  IndexColumns,
  KeyColumns,
  NameColumns,
  OrderColumns,
  PlacePostingColumns,
  PostingColumns,
  TextColumns,
} from '../index/columns.ts';

export type Column = Float64Array | Uint32Array | Uint16Array | Uint8Array;

/** The columns in the order in which a snapshot has them; `columnsFrom` reads them in the same. */
export function sectionsOf(columns: IndexColumns): Column[] {
  const { talks, versions, removedTalks } = columns;
  return [
    ...[talks.starts, talks.slugs, talks.numbers, talks.updates, talks.marks, talks.refOffsets, talks.refs],
    ...[columns.talkSlots, columns.talkPositions],
    ...keySections(columns.people),
    ...keySections(columns.series),
    ...keySections(columns.places),
    ...keySections(columns.topics),
    ...keySections(columns.collections),
    ...nameSections(columns.names),
    ...orderSections(columns.orders),
    columns.parents,
    ...[versions.talks, versions.people, versions.series, versions.places, versions.topics],
    ...[removedTalks.numbers, removedTalks.slugs, removedTalks.versions],
    ...postingSections(columns.bySpeaker),
    ...postingSections(columns.bySeries),
    ...postingSections(columns.byTopic),
    ...placePostingSections(columns.byVenue),
    ...placePostingSections(columns.byDepartment),
  ];
}

/** Gives the next column of a snapshot as this kind of array. */
export interface SectionReader {
  float64(): Float64Array;
  uint32(): Uint32Array;
  uint16(): Uint16Array;
  uint8(): Uint8Array;
}

export function columnsFrom(reader: SectionReader): IndexColumns {
  // An object's members are evaluated in the order in which they are written.
  return {
    talks: {
      starts: reader.float64(),
      slugs: reader.uint32(),
      numbers: reader.uint32(),
      updates: reader.uint32(),
      marks: reader.uint16(),
      refOffsets: reader.uint32(),
      refs: reader.uint32(),
    },
    talkSlots: reader.uint32(),
    talkPositions: reader.uint32(),
    people: keysFrom(reader),
    series: keysFrom(reader),
    places: keysFrom(reader),
    topics: keysFrom(reader),
    collections: keysFrom(reader),
    names: namesFrom(reader),
    orders: ordersFrom(reader),
    parents: reader.uint32(),
    versions: {
      talks: reader.uint32(),
      people: reader.uint32(),
      series: reader.uint32(),
      places: reader.uint32(),
      topics: reader.uint32(),
    },
    removedTalks: { numbers: reader.uint32(), slugs: reader.uint32(), versions: reader.uint32() },
    bySpeaker: postingsFrom(reader),
    bySeries: postingsFrom(reader),
    byTopic: postingsFrom(reader),
    byVenue: placePostingsFrom(reader),
    byDepartment: placePostingsFrom(reader),
  };
}

function keySections({ offsets, units, slots }: KeyColumns): Column[] {
  return [offsets, units, slots];
}

function keysFrom(reader: SectionReader): KeyColumns {
  return { offsets: reader.uint32(), units: reader.uint16(), slots: reader.uint32() };
}

function nameSections({ people, series, places, topics, collections }: NameColumns): Column[] {
  return [people, series, places, topics, collections].flatMap(({ offsets, bytes }): Column[] => [offsets, bytes]);
}

function namesFrom(reader: SectionReader): NameColumns {
  return {
    people: textsFrom(reader),
    series: textsFrom(reader),
    places: textsFrom(reader),
    topics: textsFrom(reader),
    collections: textsFrom(reader),
  };
}

function textsFrom(reader: SectionReader): TextColumns {
  return { offsets: reader.uint32(), bytes: reader.uint8() };
}

function orderSections({ people, series, topics, departments, venues, collections }: OrderColumns): Column[] {
  return [people, series, topics, departments, venues, collections];
}

function ordersFrom(reader: SectionReader): OrderColumns {
  return {
    people: reader.uint32(),
    series: reader.uint32(),
    topics: reader.uint32(),
    departments: reader.uint32(),
    venues: reader.uint32(),
    collections: reader.uint32(),
  };
}

function postingSections({ offsets, positions, dense, words, ranks }: PostingColumns): Column[] {
  return [offsets, positions, dense, words, ranks];
}

function postingsFrom(reader: SectionReader): PostingColumns {
  return {
    offsets: reader.uint32(),
    positions: reader.uint32(),
    dense: reader.uint32(),
    words: reader.uint32(),
    ranks: reader.uint32(),
  };
}

function placePostingSections(columns: PlacePostingColumns): Column[] {
  return [...postingSections(columns), columns.direct, columns.below];
}

function placePostingsFrom(reader: SectionReader): PlacePostingColumns {
  return { ...postingsFrom(reader), direct: reader.uint32(), below: reader.uint32() };
}
