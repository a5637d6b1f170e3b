import { daysOf, isDate, timesOfDays } from './all-day.ts';
import type { PlaceId } from './place.ts';
import type { Slug } from './slug.ts';
import type { Talk, TalkRecord } from './talk.ts';
import { secondsOf, timestampOf } from './timestamp.ts';
import type { Timestamp } from './timestamp.ts';

/** The fields of a talk that an operator can correct. */
export interface CorrectedFields {
  readonly title?: string;
  /** Of an all-day talk the date of its first day, `yyyy-mm-dd`. */
  readonly start?: Timestamp;
  /** Of an all-day talk the date of its last day. Undefined: if `start` is corrected, the talk keeps its length. */
  readonly end?: Timestamp;
  readonly venue?: PlaceId | null;
  readonly locationDetails?: string;
  readonly onlineUrl?: string;
  readonly description?: string;
  readonly specialMessage?: string;
  /** False: the talk takes place, whatever its source says. */
  readonly cancelled?: boolean;
  /** True: the talk is not shown, as if it had been removed. */
  readonly hidden?: boolean;
  /** True: the home page recommends it until it is over. */
  readonly featured?: boolean;
}

export type CorrectedField = keyof CorrectedFields;

/** In the order in which they are shown. */
export const CORRECTED_FIELDS = [
  'title',
  'start',
  'end',
  'venue',
  'locationDetails',
  'onlineUrl',
  'description',
  'specialMessage',
  'cancelled',
  'hidden',
  'featured',
] as const satisfies readonly CorrectedField[];

/** Fields that only corrections have. */
export type OwnField = 'hidden' | 'featured';

export function isOwnField(field: CorrectedField): field is OwnField {
  return field === 'hidden' || field === 'featured';
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
  const { title, venue, locationDetails, onlineUrl, description, specialMessage, status } = talk;
  const cancelled = status === 'cancelled';
  const [start, end] = talk.allDay ? daysOf(talk) : [talk.start, talk.end];
  return {
    ...{ title, start, end, venue, locationDetails, onlineUrl, description, specialMessage, cancelled },
    hidden: false,
    featured: false,
  };
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
