import type { Timestamp } from '#catalogue/timestamp.ts';
import type { NamedValue } from '#search/query/request.ts';
import type { CalendarTalk } from '../calendar/calendar-talks.ts';

/** The talks of the coming days, for mail. */
export interface DigestContent {
  /** Names of what the talks belong to: a department, a series, …; empty for all talks. */
  readonly subjects: readonly string[];
  /** The first and the last day: `2026-11-23`. */
  readonly from: string;
  readonly to: string;
  /** In order of start. */
  readonly talks: readonly DigestTalk[];
  /** The number of all talks; `talks` has the first ones. */
  readonly total: number;
  /** The search, as a canonical query without its days. */
  readonly asked: readonly NamedValue[];
  /** Undefined if there was no digest before. */
  readonly changes: DigestChanges | undefined;
  /** Address to unsubscribe at; null if none is set. */
  readonly unsubscribe: string | null;
}

export interface DigestTalk extends CalendarTalk {
  /** Whether it began before the first day, and goes on. */
  readonly isOngoing: boolean;
  /** The change since the last digest; undefined if there is no change, or no last digest. */
  readonly change: AnnouncedChange | undefined;
}

export type AnnouncedChange =
  | { readonly kind: 'new' | 'cancelled' }
  /** The previous time, and the previous place, if they have changed. */
  | { readonly kind: 'moved'; readonly time: AnnouncedTime | undefined; readonly place: string | undefined };

/** When a talk was announced for. */
export interface AnnouncedTime {
  readonly start: Timestamp;
  readonly allDay?: boolean;
}

export interface DigestChanges {
  /** When the last digest was made. */
  readonly since: Timestamp;
  readonly added: number;
  readonly moved: number;
  readonly cancelled: number;
  /** Talks that were announced for these days, and no longer take place on them. */
  readonly gone: readonly DroppedTalk[];
}

export interface DroppedTalk {
  readonly title: string;
  readonly time: AnnouncedTime;
  /** Its time now; null if the talk no longer exists. */
  readonly now: AnnouncedTime | null;
}
