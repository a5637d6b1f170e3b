import { membersOf } from './json-object.ts';
import { byKind, FIELDS } from './record.ts';
import type { CatalogueRecord, RecordType } from './record.ts';

/** Looks up what a field refers to; 0 for null. */
type Refer = (field: string, type: RecordType, key: string | null) => number;

/**
 * The references of a record, as looked up. For a place: [parent]. For a talk, with 0 for none:
 * [series, venue, department, count of topics, …topics, count of speakers, …speakers, …hosts, …organisers]. For other
 * records: [].
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

const REFERENCES = byKind((kind) =>
  FIELDS[kind].flatMap((field) => (field.kind === 'reference' || field.kind === 'references' ? [field] : [])),
);

/** The record with other references, null for none; the same object if they are the same. */
export function withReferences<T extends CatalogueRecord>(
  record: T,
  refer: (type: RecordType, key: string) => string | null,
): T {
  const values = membersOf(record);
  const changed: Record<string, unknown> = {};
  let others = 0;
  for (const { name, to } of REFERENCES[record.type]) {
    const referred = (key: unknown): string | null => {
      const other = typeof key === 'string' ? refer(to, key) : null;
      if (other !== key) others++;
      return other;
    };
    const value = values[name];
    changed[name] = Array.isArray(value)
      ? [...new Set(value.map(referred))].filter((key) => key !== null)
      : referred(value);
  }
  return others === 0 ? record : { ...record, ...changed };
}
