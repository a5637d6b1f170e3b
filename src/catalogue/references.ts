import type { CatalogueRecord, RecordType } from './record.ts';

/** Looks up what a field of a record refers to; null refers to nothing and is 0. */
export type Refer = (field: string, type: RecordType, key: string | null) => number;

/**
 * What a record refers to, looked up one by one. Of a place: [parent]. Of a talk, 0 for none:
 * [series, venue, department, count of topics, …topics, count of speakers, …speakers, …hosts, …organisers].
 * Of a collection, whose parts are found by their identifiers, and of the rest: [].
 */
export function referencesOf(record: CatalogueRecord, refer: Refer): readonly number[] {
  switch (record.type) {
    case 'place':
      return [refer('parent', 'place', record.parent)];
    case 'talk':
      return [
        refer('series', 'series', record.series),
        refer('venue', 'place', record.venue),
        refer('organising_department', 'place', record.organisingDepartment),
        record.topics.length,
        ...record.topics.map((uri) => refer('topics', 'topic', uri)),
        record.speakers.length,
        ...record.speakers.map((slug) => refer('speakers', 'person', slug)),
        ...record.hosts.map((slug) => refer('hosts', 'person', slug)),
        ...record.organisers.map((slug) => refer('organisers', 'person', slug)),
      ];
    case 'collection':
      for (const slug of record.talks) refer('talks', 'talk', slug);
      for (const slug of record.series) refer('series', 'series', slug);
      for (const id of record.organisingDepartments) refer('organising_departments', 'place', id);
      return [];
    case 'person':
    case 'topic':
    case 'series':
    case 'removed_talk':
      return [];
  }
}
