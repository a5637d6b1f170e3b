import { rememberedStart } from '#catalogue/all-day.ts';
import { type Talk, type TalkHistory, TIME_AND_PLACE } from '#catalogue/talk.ts';
import { secondsOf, timestampOf } from '#catalogue/timestamp.ts';
import { type ExistingJson, talkFieldsFrom } from './record-json.ts';

/** A talk's history as stored. Times are seconds since 1970-01-01T00:00:00Z. */
export interface ExistingHistory {
  readonly created: number;
  readonly sequence: number;
  readonly previousStart: number | null;
}

/** What is kept of a removed talk. */
export interface ExistingRemovedTalk extends ExistingHistory {
  readonly uid: string;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly removed: number;
}

/** A stored talk, not yet checked for damage. */
export interface StoredTalkRow extends ExistingHistory {
  readonly number: number;
  readonly slug: Buffer;
  readonly uid: string;
  readonly start: number;
  readonly length: number;
  readonly updated: number;
  readonly status: number;
  readonly version: number;
  readonly refs: Buffer;
  readonly sum: number | null;
  /** Null: the row of the record is missing. */
  readonly record: Buffer | null;
  readonly recordSum: number | null;
}

/** The largest SEQUENCE of a calendar (RFC 5545, 3.3.8). */
const LAST_SEQUENCE = 2 ** 31 - 1;

export function existingHistory({ created, sequence, previousStart }: TalkHistory): ExistingHistory {
  return {
    created: secondsOf(created),
    sequence,
    previousStart: previousStart === null ? null : secondsOf(previousStart),
  };
}

export function historyFrom({ created, sequence, previousStart }: ExistingHistory): TalkHistory {
  return {
    created: timestampOf(created),
    sequence,
    previousStart: previousStart === null ? null : timestampOf(previousStart),
  };
}

export function isSameHistory(a: ExistingHistory, b: ExistingHistory): boolean {
  return a.created === b.created && a.sequence === b.sequence && a.previousStart === b.previousStart;
}

/** History of a new talk. */
export function newHistory(seconds: number): ExistingHistory {
  return { created: seconds, sequence: 0, previousStart: null };
}

/** History of a removed talk that comes back. Clients that have its removal must see this as newer. */
export function returnedHistory({ created, sequence, previousStart }: ExistingHistory): ExistingHistory {
  return { created, sequence: next(sequence), previousStart };
}

/** History of a talk that may have changed. `before`: its stored record. `isElsewhere`: its venue has changed. */
export function changedHistory(
  { created, sequence, previousStart }: ExistingHistory,
  before: ExistingJson,
  talk: Talk,
  isElsewhere: boolean,
): ExistingHistory {
  const kept = talkFieldsFrom(before);
  const isMoved = kept.start !== talk.start || kept.allDay !== talk.allDay;
  const isOther =
    isElsewhere || kept.status !== talk.status || TIME_AND_PLACE.some((field) => kept[field] !== talk[field]);
  return {
    created,
    sequence: isOther ? next(sequence) : sequence,
    previousStart: isMoved ? secondsOf(rememberedStart(kept)) : previousStart,
  };
}

/** History of a talk whose rows are damaged. Clients that have the talk already must see this as newer. */
export function mendedHistory({ sequence }: ExistingHistory, seconds: number): ExistingHistory {
  const isKnown = Number.isSafeInteger(sequence) && sequence >= 0 && sequence <= LAST_SEQUENCE;
  return { ...newHistory(seconds), sequence: next(isKnown ? sequence : 0) };
}

function next(sequence: number): number {
  return Math.min(sequence + 1, LAST_SEQUENCE);
}
