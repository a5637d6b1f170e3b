import type { Timestamp } from './timestamp.ts';

/** What the store records about a talk beside its current record. */
export interface TalkHistory {
  /** When the talk was first imported. */
  readonly created: Timestamp;
  /** Starts at 0; incremented by each import that changes time, place or status (RFC 5545, 3.8.7.4). */
  readonly sequence: number;
  /** When it would have started before it was last moved, as from `rememberedStart`; null if it was never moved. */
  readonly previousStart: Timestamp | null;
}
