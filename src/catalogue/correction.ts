import type { PlaceId } from './place.ts';
import type { Slug } from './slug.ts';
import type { Talk, TalkRecord } from './talk.ts';
import { secondsOf, timestampOf } from './timestamp.ts';
import type { Timestamp } from './timestamp.ts';

/** What of a talk an operator can correct by hand. */
export interface CorrectedFields {
  readonly title?: string;
  readonly start?: Timestamp;
  /** Without it, a talk that starts at another time takes as long as before. */
  readonly end?: Timestamp;
  readonly venue?: PlaceId | null;
  readonly locationDetails?: string;
  readonly onlineUrl?: string;
  readonly description?: string;
  readonly specialMessage?: string;
  /** False: it takes place, whatever its source says. */
  readonly cancelled?: boolean;
  /** True: nobody is told of it, as if it had been removed. */
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

/** What no source says of a talk. */
export type OwnField = 'hidden' | 'featured';

export function isOwnField(field: CorrectedField): field is OwnField {
  return field === 'hidden' || field === 'featured';
}

/** A correction of a talk that is in force. */
export interface Correction {
  readonly slug: Slug;
  readonly fields: CorrectedFields;
  /** What the source said of these fields when they were corrected; of a talk that was not there, nothing. */
  readonly was: CorrectedFields;
  /** The talk as its source has it, without a history, or when it changed; null while there is none. */
  readonly source: TalkRecord | null;
  /** When it was hidden, or last corrected otherwise. */
  readonly since: Timestamp;
}

/** What a talk says of the fields that can be corrected. */
export function correctable(talk: Talk): Required<CorrectedFields> {
  const { title, start, end, venue, locationDetails, onlineUrl, description, specialMessage, status } = talk;
  const cancelled = status === 'cancelled';
  return {
    ...{ title, start, end, venue, locationDetails, onlineUrl, description, specialMessage, cancelled },
    hidden: false,
    featured: false,
  };
}

/**
 * The talk with its corrections. A time that would end it before it starts does not count. It does not say when it changed, nor
 * what its history is: its source knows nothing of that.
 */
export function withCorrections(talk: TalkRecord, fields: CorrectedFields): TalkRecord {
  const { cancelled, hidden: _, featured: __, start = talk.start, end, ...texts } = fields;
  const length = secondsOf(talk.end) - secondsOf(talk.start);
  const times = { start, end: end ?? timestampOf(secondsOf(start) + length) };
  const status = cancelled === undefined ? talk.status : statusOf(talk, cancelled);
  return {
    ...talk,
    ...texts,
    ...(times.end < times.start ? {} : times),
    status,
    updated: null,
    history: null,
  };
}

/** Whether the end that a correction has counts: it does not before the start. */
export function endCounts({ source, fields: { end, start } }: Pick<Correction, 'fields' | 'source'>): boolean {
  return source === null || end === undefined || end >= (start ?? source.start);
}

function statusOf({ status }: Talk, cancelled: boolean): Talk['status'] {
  if (cancelled) return 'cancelled';
  return status === 'cancelled' ? 'published' : status;
}

/** How it stands with a field that is corrected. `same`: its source says so too now; `changed`: it says something third. */
export type CorrectionState = 'in-force' | 'same' | 'changed';

/** The state of each field of a correction; undefined while there is no such talk. */
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
