import type { Person } from './person.ts';
import type { Place } from './place.ts';
import type { Series } from './series.ts';
import type { Talk, TalkHistory } from './talk.ts';
import type { Timestamp } from './timestamp.ts';
import type { Topic } from './topic.ts';

/** A talk with everything it refers to, people and topics in the talk's order. */
export interface TalkDetails {
  readonly talk: Talk & { readonly updated: Timestamp };
  /** True: the talk has no title, and `talk.title` says in words that it is to be announced. */
  readonly isUntitled?: true;
  readonly history: TalkHistory;
  readonly series: Series | null;
  readonly venue: Place | null;
  /** The venues that its venue is part of, innermost first: see `venueLocation`. */
  readonly venuesAbove: readonly Place[];
  readonly organisingDepartment: Place | null;
  readonly topics: readonly Topic[];
  readonly speakers: readonly Person[];
  readonly hosts: readonly Person[];
  readonly organisers: readonly Person[];
}

/** A talk as it is published, with when that last changed. */
export interface DatedTalk extends TalkDetails {
  /**
   * When the catalogue last got another version of the talk, of a record that it refers to, or of a place above one of
   * these: whatever of it is printed, nothing printed is newer. Unlike `talk.updated`, no source says it.
   */
  readonly changed: Timestamp;
}
