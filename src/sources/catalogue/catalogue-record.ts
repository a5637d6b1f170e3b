import { areDays, withDates } from '#catalogue/all-day.ts';
import type { Collection } from '#catalogue/collection.ts';
import { type Image, LONGEST_IMAGE_ALT } from '#catalogue/image.ts';
import { byName } from '#catalogue/field.ts';
import { isObject, membersOf } from '#catalogue/json-object.ts';
import {
  LONGEST_MATERIAL_TITLE,
  type Material,
  MATERIAL_TYPES,
  MAX_MATERIALS,
  withoutRepeats,
} from '#catalogue/material.ts';
import type { Person } from '#catalogue/person.ts';
import type { Place } from '#catalogue/place.ts';
import type { Problem } from '#catalogue/problem.ts';
import {
  LONGEST_OWNED_IDENTIFIER,
  LONGEST_SOURCE_KEY,
  LONGEST_SOURCE_NAME,
  type Provenance,
  PROVENANCE_RELATIONS,
  PROVENANCE_TYPES,
} from '#catalogue/provenance.ts';
import {
  byKind,
  type CatalogueRecord,
  FILE_KINDS,
  type FileRecord,
  type Identifier,
  type NamedField,
  FIELDS,
  recordKey,
  typeOf,
} from '#catalogue/record.ts';
import type { RemovedTalk } from '#catalogue/removed-talk.ts';
import type { Series } from '#catalogue/series.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import type { TalkHistory, TalkRecord } from '#catalogue/talk.ts';
import type { Topic } from '#catalogue/topic.ts';
import { RecordFields } from './record-fields.ts';

/** A record of the catalogue file (docs/reference/catalogue-file.md), or all its problems. */
export type ReadRecord =
  | { readonly ok: true; readonly record: FileRecord }
  | {
      readonly ok: false;
      readonly problems: readonly Problem[];
      /** Identifier of the record, if at least that could be read. */
      readonly identifier: Identifier | undefined;
    };

/** Reads the JSON value of one line. */
export function readRecord(value: unknown): ReadRecord {
  if (!isObject(value))
    return refused('not-an-object', '', `The line is ${shownValue(value)}.`, 'Write one JSON object per line.');
  const type = FILE_KINDS.find((known) => known === value.type);
  if (type === undefined) {
    const what = value.type === undefined ? 'It is missing.' : `${shownValue(value.type)} is not an allowed value.`;
    return refused('unknown-type', 'type', what, `Write one of: ${FILE_KINDS.join(', ')}.`);
  }
  const fields = new RecordFields(value);
  const record = READERS[type](fields);
  if (fields.present !== Object.keys(value).length) fields.refuseAllBut(namesOf(type), type);
  if (fields.problems.length === 0) return { ok: true, record };
  const key = record.type === 'provenance' ? '' : recordKey(record);
  const identifier = record.type === 'provenance' || key === '' ? undefined : { type: typeOf(record), key };
  return { ok: false, problems: fields.problems, identifier };
}

/** A talk by the rules of catalogue files; problems name its fields as those do. */
export function checkedTalk(
  talk: Partial<TalkRecord>,
): { readonly ok: true; readonly record: TalkRecord } | { readonly ok: false; readonly problems: readonly Problem[] } {
  const values = membersOf(talk);
  const fields = new RecordFields(Object.fromEntries(FIELDS.talk.map(({ name, wire }) => [wire, values[name]])));
  const record = readTalk(fields);
  return fields.problems.length === 0 ? { ok: true, record } : { ok: false, problems: fields.problems };
}

const READERS: { readonly [T in FileRecord['type']]: (fields: RecordFields) => FileRecord & { readonly type: T } } = {
  place: readPlace,
  person: (fields) => recordOf<Person>('person', fields),
  topic: (fields) => recordOf<Topic>('topic', fields),
  series: (fields) => recordOf<Series>('series', fields),
  talk: readTalk,
  removed_talk: (fields) => recordOf<RemovedTalk>('removed_talk', fields),
  collection: (fields) => recordOf<Collection>('collection', fields),
  provenance: readProvenance,
};

/** Copies take values several times as quickly as an object that is empty. */
const BLANK = byKind((type): Readonly<Record<string, unknown>> => ({
  type,
  ...byName(
    FIELDS[type].map(({ name }) => name),
    () => undefined,
  ),
}));

function recordOf<T extends CatalogueRecord>(type: T['type'], fields: RecordFields): T {
  const record: Record<string, unknown> = { ...BLANK[type] };
  for (const field of FIELDS[type]) record[field.name] = valueOf(field, fields);
  if (type === 'talk' || type === 'removed_talk') record.history = readHistory(fields);
  /* oxlint-disable-next-line typescript/no-unsafe-type-assertion -- FIELDS has a row for each field of the type. */
  return record as unknown as T;
}

function valueOf(field: NamedField, fields: RecordFields): unknown {
  const { wire, empty } = field;
  switch (field.kind) {
    case 'key':
      return fields.key(wire, field.to);
    case 'reference':
      return fields.reference(wire, field.to);
    case 'references':
      return fields.references(wire, field.to);
    case 'name':
      return fields.name(wire);
    case 'title':
      return fields.nameOrNone(wire);
    case 'choice':
      return fields.choice(wire, field.choices, typeof empty === 'string' ? empty : undefined);
    case 'flag':
      return fields.boolean(wire, empty === true);
    case 'time':
      return empty === null ? fields.timestampOrNull(wire) : fields.timestamp(wire);
    case 'degrees':
      return fields.degrees(wire, field.limit);
    case 'image':
      return readImage(fields);
    case 'materials':
      return withoutRepeats(fields.objects('materials', MAX_MATERIALS, readMaterial));
    default:
      return fields.text(wire, field.longest, field.yesNo);
  }
}

function readPlace(fields: RecordFields): Place {
  const place = recordOf<Place>('place', fields);
  if ((place.latitude === null) !== (place.longitude === null) && fields.problems.length === 0) {
    const [given, lacking] = place.latitude === null ? ['longitude', 'latitude'] : ['latitude', 'longitude'];
    fields.problem('half-a-position', given, `There is a ${given} but no ${lacking}.`, 'Write both, or neither.');
  }
  return place;
}

function readTalk(fields: RecordFields): TalkRecord {
  const talk = recordOf<TalkRecord>('talk', fields);
  // Written alike and of one length, the earlier timestamp is the lesser text; a stand-in for a bad one is ''.
  if (talk.end !== '' && talk.end < talk.start) {
    const what = `${talk.end} is before the start, ${talk.start}.`;
    fields.problem('ends-before-start', 'end', what, 'Write an end at or after the start.');
  } else if (talk.allDay && talk.start !== '' && talk.end !== '' && !areDays(talk.start, talk.end)) {
    const what = `From ${talk.start} to ${talk.end} are no whole days.`;
    fields.problem('no-whole-days', 'all_day', what, 'Write midnights of one time zone, or leave out all_day.');
  }
  return fields.problems.length === 0 ? withDates(talk) : talk;
}

/** All of it or nothing: half of one could not be told from one that has no previous start. */
function readHistory(fields: RecordFields): TalkHistory | null {
  const created = fields.timestampOrNull('created');
  const sequence = fields.countOrNull('sequence');
  const previousStart = fields.timestampOrNull('previous_start');
  if (created !== null && sequence !== null) return { created, sequence, previousStart };
  if (created === null && sequence === null && previousStart === null) return null;
  if (fields.problems.length === 0) {
    const lacking = created === null ? 'created' : 'sequence';
    const given = created !== null ? 'created' : sequence !== null ? 'sequence' : 'previous_start';
    const what = `There is a ${given} but no ${lacking}.`;
    fields.problem('half-a-history', given, what, 'Write both created and sequence, or leave out all of the history.');
  }
  return null;
}

/** The picture of a record; null when left out. */
function readImage(fields: RecordFields): Image | null {
  return fields.objectOrNull('image', (image) => {
    image.refuseAllBut(['url', 'alt'], 'picture');
    return { url: image.imageUrl('url'), alt: image.text('alt', LONGEST_IMAGE_ALT).trim() };
  });
}

function readMaterial(fields: RecordFields): Material {
  fields.refuseAllBut(['type', 'url', 'title'], 'material');
  return {
    type: fields.choice('type', MATERIAL_TYPES),
    url: fields.materialUrl('url'),
    title: fields.text('title', LONGEST_MATERIAL_TITLE).trim(),
  };
}

function readProvenance(fields: RecordFields): Provenance {
  const source = fields.name('source', LONGEST_SOURCE_NAME);
  const named = PROVENANCE_TYPES.map((of) => [of, fields.reference(of, of)] as const).filter(
    ([, slug]) => slug !== null,
  );
  const [[of, slug] = ['talk', null] as const] = named;
  if (named.length !== 1 && fields.problems.length === 0) {
    const what = `It names ${named.length === 0 ? 'no record' : `${named.length} records`}.`;
    fields.problem('not-one-record', 'talk', what, `Name one: a ${PROVENANCE_TYPES.join(', a ')}.`);
  }
  if (Buffer.byteLength(slug ?? '') > LONGEST_OWNED_IDENTIFIER) {
    const what = `The identifier has more than ${LONGEST_OWNED_IDENTIFIER} bytes.`;
    fields.problem('too-long', of, what, 'Leave this line out: so long an identifier has no provenance.');
  }
  return {
    type: 'provenance',
    source,
    of,
    slug: slug ?? '',
    relation: fields.choice('relation', PROVENANCE_RELATIONS, 'owns'),
    cancelled: fields.boolean('cancelled', false),
    key: fields.text('key', LONGEST_SOURCE_KEY),
  };
}

/** The wire names that a reader asks for, found by having it read a record of which every field is noted. */
function namesOf(type: FileRecord['type']): readonly string[] {
  const names = new Set(['type']);
  const noting = new Proxy<Record<string, unknown>>(
    {},
    {
      get: (_, name) => void names.add(String(name)),
    },
  );
  READERS[type](new RecordFields(noting));
  return [...names];
}

function refused(code: string, where: string, what: string, hint: string): ReadRecord {
  return { ok: false, problems: [{ code, where, what, hint }], identifier: undefined };
}
