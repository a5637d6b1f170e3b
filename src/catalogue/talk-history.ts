import type { Timestamp } from './timestamp.ts';

/** What the store has seen of a talk, beside what its record says now. */
export interface TalkHistory {
  /** When the talk was first imported. */
  readonly created: Timestamp;
  /** 0 at first; one more with each import that changed its time, place or status (RFC 5545, 3.8.7.4). */
  readonly sequence: number;
  /** When it would have started before it was last moved; null if it never was. */
  readonly previousStart: Timestamp | null;
}
