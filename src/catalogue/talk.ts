import type { Image } from './image.ts';
import type { Material } from './material.ts';
import type { PlaceId } from './place.ts';
import type { Slug } from './slug.ts';
import type { TalkHistory } from './talk-history.ts';
import type { Timestamp } from './timestamp.ts';
import type { TopicUri } from './topic.ts';

export const TALK_STATUSES = ['published', 'preparation', 'cancelled'] as const;
export type TalkStatus = (typeof TALK_STATUSES)[number];

/** A scheduled talk. Text without a value is `''`; only fields whose type says so may be null. */
export interface Talk {
  readonly type: 'talk';
  readonly slug: Slug;
  /** UID of the talk in other calendars; `''` when it has only its slug. */
  readonly uid: string;
  readonly title: string;
  /** Of an all-day talk: a midnight, as `end` is. See all-day.ts. */
  readonly start: Timestamp;
  /** Never before `start`; of an all-day talk the end of its last day, and later. */
  readonly end: Timestamp;
  /** Whether it has days and no hours. */
  readonly allDay: boolean;
  readonly description: string;
  readonly status: TalkStatus;
  readonly series: Slug | null;
  readonly venue: PlaceId | null;
  readonly locationDetails: string;
  readonly organisingDepartment: PlaceId | null;
  /** In order, without duplicates; the same for people. */
  readonly topics: readonly TopicUri[];
  readonly speakers: readonly Slug[];
  readonly hosts: readonly Slug[];
  readonly organisers: readonly Slug[];
  readonly organiserEmail: string;
  readonly variousSpeakers: boolean;
  readonly audience: string;
  /**
   * In words, as imported: `Required`, `Not required`, `Recommended`, or `''`. Text, because that is what catalogues
   * contain and clients compare with.
   */
  readonly bookingRequired: string;
  readonly bookingUrl: string;
  readonly bookingEmail: string;
  readonly cost: string;
  readonly specialMessage: string;
  /** Where the talk can be followed online; `''` when it cannot. */
  readonly onlineUrl: string;
  /** Recordings, slides and the like, in order. */
  readonly materials: readonly Material[];
  readonly image: Image | null;
  /**
   * When the talk last changed. Null when the record does not say; the store then uses the time of the import that
   * changed it.
   */
  readonly updated: Timestamp | null;
}

/** A talk as a record. */
export interface TalkRecord extends Talk {
  /** Null when the record does not say; the store then derives it. */
  readonly history: TalkHistory | null;
}
