import { areDays, withDates } from '#catalogue/all-day.ts';
import type { Collection } from '#catalogue/collection.ts';
import { isObject } from '#catalogue/json-object.ts';
import type { Person } from '#catalogue/person.ts';
import { PLACE_KINDS } from '#catalogue/place.ts';
import type { Place } from '#catalogue/place.ts';
import type { Problem } from '#catalogue/problem.ts';
import {
  LONGEST_OWNED_IDENTIFIER,
  LONGEST_SOURCE_KEY,
  LONGEST_SOURCE_NAME,
  PROVENANCE_RELATIONS,
  PROVENANCE_TYPES,
} from '#catalogue/provenance.ts';
import type { Provenance, ProvenanceType } from '#catalogue/provenance.ts';
import { FILE_KINDS, recordKey, typeOf } from '#catalogue/record.ts';
import type { FileRecord, Identifier } from '#catalogue/record.ts';
import type { RemovedTalk } from '#catalogue/removed-talk.ts';
import type { Series } from '#catalogue/series.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { TALK_STATUSES } from '#catalogue/talk.ts';
import type { TalkHistory } from '#catalogue/talk-history.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { Topic } from '#catalogue/topic.ts';
import { readImage } from './image-record.ts';
import { readMaterials } from './material-record.ts';
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

const READERS: { readonly [T in FileRecord['type']]: (fields: RecordFields) => FileRecord & { readonly type: T } } = {
  place: readPlace,
  person: readPerson,
  topic: readTopic,
  series: readSeries,
  talk: readTalk,
  removed_talk: readRemovedTalk,
  collection: readCollection,
  provenance: readProvenance,
};

/** In characters. RFC 7986, 5.3, asks for less than 256, but not all calendars comply. */
const LONGEST_UID = 1000;

function readPlace(fields: RecordFields): Place {
  const place: Place = {
    type: 'place',
    id: fields.placeId('id'),
    kind: fields.choice('kind', PLACE_KINDS),
    name: fields.name('name'),
    address: fields.text('address'),
    parent: fields.placeIdOrNull('parent'),
    latitude: fields.degrees('latitude', 90),
    longitude: fields.degrees('longitude', 180),
    accessibility: fields.text('accessibility'),
  };
  if ((place.latitude === null) !== (place.longitude === null) && fields.problems.length === 0) {
    const [given, lacking] = place.latitude === null ? ['longitude', 'latitude'] : ['latitude', 'longitude'];
    fields.problem('half-a-position', given, `There is a ${given} but no ${lacking}.`, 'Write both, or neither.');
  }
  return place;
}

function readPerson(fields: RecordFields): Person {
  return {
    type: 'person',
    slug: fields.slug('slug'),
    name: fields.name('name'),
    bio: fields.text('bio'),
    webAddress: fields.text('web_address'),
    image: readImage(fields),
    emailAddress: fields.text('email_address'),
  };
}

function readTopic(fields: RecordFields): Topic {
  return { type: 'topic', uri: fields.topicUri('uri'), label: fields.name('label') };
}

function readSeries(fields: RecordFields): Series {
  return {
    type: 'series',
    slug: fields.slug('slug'),
    title: fields.name('title'),
    description: fields.text('description'),
    occurrence: fields.text('occurence'),
    webAddress: fields.text('web_address'),
    image: readImage(fields),
  };
}

function readTalk(fields: RecordFields): TalkRecord {
  const talk: TalkRecord = {
    type: 'talk',
    slug: fields.slug('slug'),
    uid: fields.text('uid', LONGEST_UID),
    title: fields.nameOrNone('title'),
    start: fields.timestamp('start'),
    end: fields.timestamp('end'),
    allDay: fields.boolean('all_day', false),
    description: fields.text('description'),
    status: fields.choice('status', TALK_STATUSES, 'published'),
    series: fields.slugOrNull('series'),
    venue: fields.placeIdOrNull('venue'),
    locationDetails: fields.text('location_details'),
    organisingDepartment: fields.placeIdOrNull('organising_department'),
    topics: fields.topicUris('topics'),
    speakers: fields.slugs('speakers'),
    hosts: fields.slugs('hosts'),
    organisers: fields.slugs('organisers'),
    organiserEmail: fields.text('organiser_email'),
    variousSpeakers: fields.boolean('various_speakers', false),
    audience: fields.text('audience'),
    bookingRequired: fields.textOrBoolean('booking_required', 'Required', 'Not required'),
    bookingUrl: fields.text('booking_url'),
    bookingEmail: fields.text('booking_email'),
    cost: fields.text('cost'),
    specialMessage: fields.text('special_message'),
    onlineUrl: fields.text('online_url'),
    materials: readMaterials(fields),
    image: readImage(fields),
    updated: fields.timestampOrNull('updated'),
    history: readHistory(fields),
  };
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

function readRemovedTalk(fields: RecordFields): RemovedTalk {
  return {
    type: 'removed_talk',
    slug: fields.slug('slug'),
    uid: fields.text('uid', LONGEST_UID),
    removed: fields.timestamp('removed'),
    history: readHistory(fields),
  };
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

function readCollection(fields: RecordFields): Collection {
  return {
    type: 'collection',
    slug: fields.slug('slug'),
    title: fields.name('title'),
    description: fields.text('description'),
    public: fields.boolean('public', true),
    talks: fields.slugs('talks'),
    series: fields.slugs('series'),
    organisingDepartments: fields.placeIds('organising_departments'),
  };
}

function readProvenance(fields: RecordFields): Provenance {
  const source = fields.name('source', LONGEST_SOURCE_NAME);
  const named = PROVENANCE_TYPES.map((of) => [of, identifierIn(of, fields)] as const).filter(
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

function identifierIn(of: ProvenanceType, fields: RecordFields): string | null {
  if (of === 'place') return fields.placeIdOrNull(of);
  return of === 'topic' ? fields.topicUriOrNull(of) : fields.slugOrNull(of);
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
