import type { Timestamp } from '#catalogue/timestamp.ts';
import type { NamedValue } from '#search/query/request.ts';
import type { CalendarTalk } from '../calendar/calendar-talks.ts';

/** What is on in the days to come, for mail. */
export interface DigestContent {
  /** What the talks are of: names of a department, a series, …; empty for all talks. */
  readonly subjects: readonly string[];
  /** The first and the last day: `2026-11-23`. */
  readonly from: string;
  readonly to: string;
  /** In order of start. */
  readonly talks: readonly DigestTalk[];
  /** How many there are, of which these are the first. */
  readonly total: number;
  /** The search, as a canonical query without its days. */
  readonly asked: readonly NamedValue[];
  /** Undefined if there was no digest before. */
  readonly changes: DigestChanges | undefined;
  /** Where readers unsubscribe; null if nobody said. */
  readonly unsubscribe: string | null;
}

export interface DigestTalk extends CalendarTalk {
  /** What is other than in the last digest; undefined: nothing, or there was none. */
  readonly change: TalkChange | undefined;
}

export type TalkChange =
  | { readonly kind: 'new' | 'cancelled' }
  /** `place`: where it was, if it is elsewhere now. */
  | { readonly kind: 'moved'; readonly start: Timestamp; readonly place: string | undefined };

export interface DigestChanges {
  /** When the last digest was made. */
  readonly since: Timestamp;
  readonly added: number;
  readonly moved: number;
  readonly cancelled: number;
  /** Talks of these days that are no longer in them. */
  readonly gone: readonly GoneTalk[];
}

export interface GoneTalk {
  readonly title: string;
  /** When it was to be. */
  readonly start: Timestamp;
  /** When it is now; null: it is no longer there. */
  readonly now: Timestamp | null;
}
