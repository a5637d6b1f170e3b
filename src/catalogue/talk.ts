import { type Fields, fieldsOfKind, type FieldsOfKind, NO_IMAGE, TEXT } from './field.ts';
import type { Image } from './image.ts';
import type { Material } from './material.ts';
import type { PlaceId } from './place.ts';
import type { Slug } from './slug.ts';
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

/** What the store records about a talk beside its current record. */
export interface TalkHistory {
  /** When the talk was first imported. */
  readonly created: Timestamp;
  /** Starts at 0; incremented by each import that changes time, place or status (RFC 5545, 3.8.7.4). */
  readonly sequence: number;
  /** When it would have started before it was last moved, as from `rememberedStart`; null if it was never moved. */
  readonly previousStart: Timestamp | null;
}

/** In characters. RFC 7986, 5.3, asks for less than 256, but not all calendars comply. */
export const LONGEST_UID = 1000;
export const UID = { kind: 'text', longest: LONGEST_UID, empty: '', isOptional: true } as const;

const PEOPLE = { kind: 'references', to: 'person', empty: [] } as const;
const WORDS = { kind: 'words', empty: '' } as const;

export const TALK_FIELDS = {
  slug: { kind: 'key', to: 'talk' },
  uid: UID,
  title: { kind: 'title', empty: '', isOptional: true },
  start: { kind: 'time' },
  end: { kind: 'time' },
  allDay: { kind: 'flag', empty: false, isOptional: true },
  description: TEXT,
  status: { kind: 'choice', choices: TALK_STATUSES, empty: 'published' },
  series: { kind: 'reference', to: 'series', empty: null },
  venue: { kind: 'reference', to: 'place', empty: null },
  locationDetails: TEXT,
  organisingDepartment: { kind: 'reference', to: 'place', empty: null },
  topics: { kind: 'references', to: 'topic', empty: [] },
  speakers: PEOPLE,
  hosts: PEOPLE,
  organisers: PEOPLE,
  organiserEmail: { kind: 'email', empty: '' },
  variousSpeakers: { kind: 'flag', empty: false },
  audience: WORDS,
  bookingRequired: { ...WORDS, yesNo: ['Required', 'Not required'] },
  bookingUrl: { kind: 'address', empty: '' },
  bookingEmail: { kind: 'email', empty: '' },
  cost: WORDS,
  specialMessage: WORDS,
  onlineUrl: { kind: 'address', empty: '', isOptional: true },
  materials: { kind: 'materials', empty: [], isOptional: true },
  image: NO_IMAGE,
  updated: { kind: 'time', empty: null, isOptional: true },
} as const satisfies Fields<TalkRecord>;

/** When and where a talk is, beside its venue. */
export const TIME_AND_PLACE = ['start', 'end', 'allDay', 'locationDetails', 'onlineUrl'] as const;

/** Texts that a source gives as they are; others are put together from several, or found in prose. */
export const GIVEN_TEXTS = fieldsOfKind(TALK_FIELDS, 'words', 'address', 'email');
export type GivenText = (typeof GIVEN_TEXTS)[number];

/** The fields of a talk that refer to other records. */
export type TalkReference = FieldsOfKind<typeof TALK_FIELDS, 'reference' | 'references'>;
