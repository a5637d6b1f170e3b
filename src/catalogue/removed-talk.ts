import type { Slug } from './slug.ts';
import type { TalkHistory } from './talk-history.ts';
import type { Timestamp } from './timestamp.ts';

/** What is left of a talk that was removed, so that whoever holds a copy can learn that it is gone. */
export interface RemovedTalk {
  readonly type: 'removed_talk';
  readonly slug: Slug;
  /** The talk's own; `''` when it had none, or in a record that does not say. */
  readonly uid: string;
  readonly removed: Timestamp;
  /** From which it goes on if it comes back. Null in a record that does not say; the store then keeps what it knows. */
  readonly history: TalkHistory | null;
}
