import type { Fields } from './field.ts';
import type { Slug } from './slug.ts';
import { type TalkHistory, UID } from './talk.ts';
import type { Timestamp } from './timestamp.ts';

/** What is kept of a removed talk, so that clients with a copy can learn that it is gone. */
export interface RemovedTalk {
  readonly type: 'removed_talk';
  readonly slug: Slug;
  /** `''` when it had none, or when the record does not say. */
  readonly uid: string;
  readonly removed: Timestamp;
  /** Continued if the talk returns. Null when the record does not say; the store then keeps what it has. */
  readonly history: TalkHistory | null;
}

export const REMOVED_TALK_FIELDS = {
  slug: { kind: 'key', to: 'talk' },
  uid: UID,
  removed: { kind: 'time' },
} as const satisfies Fields<RemovedTalk>;
