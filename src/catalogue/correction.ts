import { daysOf, isDate, timesOfDays } from './all-day.ts';
import { fieldsOfKind, picked, wireName } from './field.ts';
import type { FieldsOfKind } from './field.ts';
import type { PlaceId } from './place.ts';
import type { Slug } from './slug.ts';
import type { Talk, TalkRecord } from './talk.ts';
import { secondsOf, timestampOf } from './timestamp.ts';
import type { Timestamp } from './timestamp.ts';

/** In characters. */
export const LONGEST_VALUE = 20_000;
/** The same as for any title, so that exports can be imported. */
const LONGEST_TITLE = 10_000;

/** A field of a talk that an operator can correct. */
export interface CorrectionField {
  readonly kind: keyof CorrectedValues;
  /** Its name in a corrections file, unless that is its own in snake case. */
  readonly key?: string;
  readonly description: string;
  /** In characters. */
  readonly longest?: number;
}

interface CorrectedValues {
  readonly text: string;
  readonly address: string;
  /** Of an all-day talk a date, `yyyy-mm-dd`, inclusive. */
  readonly time: Timestamp;
  readonly place: PlaceId | null;
  readonly flag: boolean;
  /** Only corrections have it. */
  readonly mark: boolean;
}

/** In the order in which they are shown. */
export const CORRECTION_FIELDS = {
  title: { kind: 'text', longest: LONGEST_TITLE, description: 'The title; empty for an untitled talk.' },
  start: {
    kind: 'time',
    description:
      'When it starts. Times that name no zone are in that of the service. A date alone: all day. Without end, it takes as long as before.',
  },
  end: { kind: 'time', description: 'When it ends; of an all-day talk its last day.' },
  venue: { kind: 'place', description: 'Its venue: the identifier of a place in the catalogue; null: none.' },
  locationDetails: { kind: 'text', key: 'room', description: 'Room, or how to find it.' },
  onlineUrl: { kind: 'address', description: 'Web address at which to join online.' },
  description: { kind: 'text', description: 'Description or abstract.' },
  specialMessage: { kind: 'text', description: 'Special message, such as “Bring boots”.' },
  cancelled: { kind: 'flag', description: 'true: it is cancelled. false: it takes place.' },
  hidden: { kind: 'mark', description: 'true: hide the talk everywhere.' },
  featured: { kind: 'mark', description: 'true: the home page recommends it until it is over.' },
} as const satisfies Readonly<Record<string, CorrectionField>>;

export type CorrectedField = keyof typeof CORRECTION_FIELDS;

export type CorrectedFields = {
  readonly [Name in CorrectedField]?: CorrectedValues[(typeof CORRECTION_FIELDS)[Name]['kind']];
};

/** Those that talks have under the same names. */
export const FIELDS_OF_TALK = fieldsOfKind(CORRECTION_FIELDS, 'text', 'address', 'place');

export const CORRECTED_FIELDS = fieldsOfKind(CORRECTION_FIELDS, 'text', 'address', 'time', 'place', 'flag', 'mark');

/** Names in a corrections file. */
export function correctionKey(field: CorrectedField): string {
  const { key }: CorrectionField = CORRECTION_FIELDS[field];
  return key ?? wireName(field);
}

export type OwnField = FieldsOfKind<typeof CORRECTION_FIELDS, 'mark'>;

export function isOwnField(field: CorrectedField): field is OwnField {
  return CORRECTION_FIELDS[field].kind === 'mark';
}

/** A correction in effect. */
export interface Correction {
  readonly slug: Slug;
  readonly fields: CorrectedFields;
  /** The source's values of these fields when they were corrected; empty if there was no such talk. */
  readonly was: CorrectedFields;
  /** The talk as its source has it, without history and time of change; null while there is no such talk. */
  readonly source: TalkRecord | null;
  /** When it was hidden, or last corrected otherwise. */
  readonly since: Timestamp;
}

/** A talk's values of the fields that can be corrected. */
export function correctable(talk: Talk): Required<CorrectedFields> {
  const [start, end] = talk.allDay ? daysOf(talk) : [talk.start, talk.end];
  const cancelled = talk.status === 'cancelled';
  return { ...picked(talk, FIELDS_OF_TALK), start, end, cancelled, hidden: false, featured: false };
}

/**
 * The talk with its corrections. A start without a time makes the talk all day. An end is ignored if it is before the
 * start, or if only one of the two has a time. The result has no time of change and no history, since the source knows
 * nothing of the correction.
 */
export function withCorrections(talk: TalkRecord, fields: CorrectedFields): TalkRecord {
  const { cancelled, hidden: _, featured: __, start, end, ...texts } = fields;
  const status = cancelled === undefined ? talk.status : statusOf(talk, cancelled);
  return {
    ...talk,
    ...texts,
    ...(start === undefined && end === undefined ? {} : correctedTimes(talk, { start, end })),
    status,
    updated: null,
    history: null,
  };
}

function correctedTimes(
  talk: TalkRecord,
  fields: { readonly start: Timestamp | undefined; readonly end: Timestamp | undefined },
): Partial<Pick<TalkRecord, 'start' | 'end' | 'allDay'>> {
  const start = fields.start ?? correctable(talk).start;
  const end = fields.end ?? endOfSameLength(talk, start);
  if (isDate(end) !== isDate(start) || end < start) return {};
  return isDate(start) ? timesOfDays(start, end) : { allDay: false, start, end };
}

/** Without hours, or without days before, it is one day, or of unknown length. */
function endOfSameLength(talk: TalkRecord, start: string): string {
  if (isDate(start) !== talk.allDay) return start;
  const length = secondsOf(talk.end) - secondsOf(talk.start);
  if (!talk.allDay) return timestampOf(secondsOf(start) + length);
  const [, last] = daysOf({ start, end: timestampOf(secondsOf(`${start}T00:00:00Z`) + length) });
  return last;
}

/** Why a correction's end is ignored; undefined: it is not. `kind`: only one of the two is a date without a time. */
export function ignoredEnd({
  source,
  fields: { end, start },
}: Pick<Correction, 'fields' | 'source'>): 'before the start' | 'kind' | undefined {
  if (source === null || end === undefined) return undefined;
  const begins = start ?? correctable(source).start;
  if (isDate(end) !== isDate(begins)) return 'kind';
  return end < begins ? 'before the start' : undefined;
}

function statusOf({ status }: Talk, cancelled: boolean): Talk['status'] {
  if (cancelled) return 'cancelled';
  return status === 'cancelled' ? 'published' : status;
}

/**
 * State of a corrected field. `same`: its source now says the same; `changed`: the source now says something else
 * again.
 */
export type CorrectionState = 'in-force' | 'same' | 'changed';

/** The state of each field of a correction. Undefined: there is no such talk. */
export function correctionStates({
  fields,
  was,
  source,
}: Correction): ReadonlyMap<CorrectedField, CorrectionState> | undefined {
  if (source === null) return undefined;
  const said = correctable(source);
  return new Map(
    CORRECTED_FIELDS.filter((field) => fields[field] !== undefined).map((field) => {
      if (said[field] === fields[field]) return [field, 'same'];
      return [field, was[field] === undefined || was[field] === said[field] ? 'in-force' : 'changed'];
    }),
  );
}
