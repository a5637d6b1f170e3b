import type { PlaceKind } from '#catalogue/place.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';

/**
 * A talk as another system has it, in the same words whatever the format: what every reader gives, and what harvest makes
 * records of. Text is as it came. What the source says there is none of is `''`, null or []; so is what it does not mention,
 * and `unsaid` tells the two apart.
 */
export interface SourceTalk {
  /** The source's own stable name for it, the same at every reading: a UID and RECURRENCE-ID, an address, the key of a row. */
  readonly key: string;
  /** The source's own UUID for it, lower-case, when it has one: it is kept. */
  readonly slug: string | null;
  /** Under which calendars already know it; `''` when several talks share it. */
  readonly uid: string;
  /** From 1: the line where it begins, or which entry of the file it is where lines say nothing. */
  readonly line: number;
  /** `''`: to be announced. */
  readonly title: string;
  readonly start: Timestamp;
  readonly end: Timestamp;
  /** How the source wrote its times: moments (`utc`, an offset), clocks of a zone, clocks of no zone, or days. */
  readonly clock: 'moment' | 'zone' | 'floating' | 'all-day';
  /** The IANA zone in which its times were read; `''` when they were moments. */
  readonly zone: string;
  /** Text or HTML. */
  readonly description: string;
  readonly status: TalkStatus;
  /** When it last changed at the source; null when that is not said. Not the time of the reading: that would change every talk every time. */
  readonly updated: Timestamp | null;
  /** Of two entries with one key the one with the higher number counts (RFC 5545, 3.8.7.4). */
  readonly sequence: number;
  /** Its page at the source. */
  readonly url: string;
  /** Where it is, in the source's words, when they cannot be told apart into venue and room. */
  readonly location: string;
  readonly venue: SourcePlace | null;
  readonly room: string;
  /** Where it can be followed online. */
  readonly onlineUrl: string;
  /** In the source's order, as are hosts, organisers and topics. */
  readonly speakers: readonly SourcePerson[];
  /** There are more or other speakers than are named. */
  readonly variousSpeakers: boolean;
  readonly hosts: readonly SourcePerson[];
  readonly organisers: readonly SourcePerson[];
  /** Published. */
  readonly organiserEmail: string;
  readonly series: SourceSeries | null;
  /** The organising department. */
  readonly department: SourcePlace | null;
  readonly topics: readonly SourceTopic[];
  /** Topics found by other means than the talk itself: they are added to what is known of it. */
  readonly moreTopics: readonly SourceTopic[];
  /** BCP 47. The catalogue has no place for it yet. */
  readonly language: string;
  readonly audience: string;
  /** In words: `Required`, `Not required`, … */
  readonly bookingRequired: string;
  readonly bookingUrl: string;
  readonly bookingEmail: string;
  readonly cost: string;
  readonly specialMessage: string;
  /** What the source does not mention (absent or null): what the catalogue knows of it stays. */
  readonly unsaid: readonly TalkField[];
}

/** What a source may leave unsaid. */
export const TALK_FIELDS = [
  'uid',
  'title',
  'description',
  'status',
  'url',
  'location',
  'venue',
  'room',
  'onlineUrl',
  'speakers',
  'variousSpeakers',
  'hosts',
  'organisers',
  'organiserEmail',
  'series',
  'department',
  'topics',
  'audience',
  'bookingRequired',
  'bookingUrl',
  'bookingEmail',
  'cost',
  'specialMessage',
] as const satisfies readonly (keyof SourceTalk)[];
export type TalkField = (typeof TALK_FIELDS)[number];

/** Someone whom a source names, and what it says of them: what is undefined it does not mention. Two of one source are the same person if their keys are equal; without keys, their names. */
export interface SourcePerson {
  readonly name: string;
  /** The source's own identifier. */
  readonly key?: string;
  /** The source's own UUID, lower-case. */
  readonly slug?: string;
  /** Affiliation. */
  readonly bio?: string | undefined;
  readonly webAddress?: string | undefined;
  /** Kept, never published. */
  readonly email?: string | undefined;
}

/** A venue or a department that a source names; the same by key, or else by name. */
export interface SourcePlace {
  readonly name: string;
  readonly key?: string;
  /** A place identifier (`oxpoints:23232534`), when the source has such. */
  readonly id?: string;
  /** Default: venue of a talk's venue, organisation of its department. */
  readonly kind?: PlaceKind;
  readonly address?: string | undefined;
  /** Who can get in, and how. */
  readonly accessibility?: string | undefined;
  /** Degrees, WGS 84; both or neither. */
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
  readonly parent?: SourcePlace;
}

export interface SourceSeries {
  readonly title: string;
  readonly key?: string;
  readonly slug?: string;
  readonly description?: string | undefined;
  /** When it happens, in words. */
  readonly occurrence?: string | undefined;
  readonly webAddress?: string | undefined;
}

/** A list of talks that somebody has put together, for everybody to see. */
export interface SourceCollection {
  /** The source's own UUID, lower-case. */
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly talks: readonly Pick<SourceTalk, 'key' | 'slug'>[];
  /** The entry that it is, as problems have it. */
  readonly line: number;
  /** True: nobody has asked for it by name; the source shows it. */
  readonly isShown: boolean;
}

/** A topic is the same by its URI, or else by its label. */
export interface SourceTopic {
  readonly label: string;
  readonly uri?: string;
}

type Required = 'key' | 'line' | 'start' | 'end';
type Said = {
  readonly [Field in Exclude<keyof SourceTalk, Required | 'unsaid'>]?: SourceTalk[Field] | undefined;
};

const UNSAID: Omit<SourceTalk, Required | 'unsaid'> = {
  slug: null,
  uid: '',
  title: '',
  clock: 'moment',
  zone: '',
  description: '',
  status: 'published',
  updated: null,
  sequence: 0,
  url: '',
  location: '',
  venue: null,
  room: '',
  onlineUrl: '',
  speakers: [],
  variousSpeakers: false,
  hosts: [],
  organisers: [],
  organiserEmail: '',
  series: null,
  department: null,
  topics: [],
  moreTopics: [],
  language: '',
  audience: '',
  bookingRequired: '',
  bookingUrl: '',
  bookingEmail: '',
  cost: '',
  specialMessage: '',
};

/** With what is given. What is left out, or undefined, the source does not mention. */
export function sourceTalk(given: Pick<SourceTalk, Required> & Said): SourceTalk {
  const { key, line, start, end } = given;
  const unsaid = TALK_FIELDS.filter((field) => given[field] === undefined);
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.assign({ ...UNSAID, key, line, start, end, unsaid }, Object.fromEntries(said));
}
