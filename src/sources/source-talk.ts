import { byName } from '#catalogue/field.ts';
import type { Image } from '#catalogue/image.ts';
import type { Material } from '#catalogue/material.ts';
import type { PlaceKind } from '#catalogue/place.ts';
import { GIVEN_TEXTS } from '#catalogue/talk.ts';
import type { GivenText, TalkStatus } from '#catalogue/talk.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { Hidden } from './hidden.ts';

/**
 * A talk as read from a source, the same for every format: readers return it, and harvest turns it into records.
 * Texts are unchanged. Fields that the source leaves empty or does not mention are `''`, null or []; `unsaid` tells the
 * two apart.
 */
export interface SourceTalk extends TalkTimes, Readonly<Record<GivenText, string>> {
  /**
   * The source's own stable identifier, the same at every reading: a UID and RECURRENCE-ID, an address, the key of a
   * row.
   */
  readonly key: string;
  /** Key of the talk before it had a title, for formats whose keys contain the title. */
  readonly formerKey?: string | undefined;
  /** For formats in which several talks may have one key. */
  readonly shared?: SharedKey | undefined;
  /** The source's own UUID, lower-case, used as the slug. */
  readonly slug: string | null;
  /** The UID that calendars already know the talk by; `''` when several talks share it. */
  readonly uid: string;
  /** SEQUENCE of the event with this UID (RFC 5545, 3.8.7.4). Absent: 0. */
  readonly sequence?: number;
  /** From 1: the line where it begins, or the number of the entry in formats without lines. */
  readonly line: number;
  /** In a workbook: the sheet that has its row. */
  readonly sheet?: TalkSheet;
  /** `''`: to be announced. */
  readonly title: string;
  /** Text or HTML. */
  readonly description: string;
  readonly status: TalkStatus;
  /**
   * When it last changed at the source, if stated. Never the time of reading, which would change every talk every time.
   */
  readonly updated: Timestamp | null;
  /** Its page at the source. */
  readonly url: string;
  /** Free text, when venue and room cannot be told apart. */
  readonly location: string;
  readonly venue: SourcePlace | null;
  readonly room: string;
  /** Unchanged, like texts: those without a web address are dropped later. */
  readonly materials: readonly Material[];
  /** Unchanged: dropped later if it has no web address. */
  readonly image: Image | null;
  /** In the order of the source, like hosts, organisers and topics. */
  readonly speakers: readonly SourcePerson[];
  /** There are more speakers than those named, or other ones. */
  readonly variousSpeakers: boolean;
  readonly hosts: readonly SourcePerson[];
  readonly organisers: readonly SourcePerson[];
  readonly series: SourceSeries | null;
  /** The organising department. */
  readonly department: SourcePlace | null;
  readonly topics: readonly SourceTopic[];
  /** Topics found outside the talk's own entry; added to its other topics. */
  readonly moreTopics: readonly SourceTopic[];
  /** BCP 47. The catalogue does not store it yet. */
  readonly language: string;
  /** Why it must not be published; it is then kept out of the catalogue. Absent: it may be. */
  readonly hidden?: Hidden | undefined;
  /** Set if words in its title or speaker made it cancelled; `alone`: the source gives no other status. */
  readonly statusWords?: 'alone' | 'beside a status';
  /** Where its speakers were found, if in a text: `where` as in `“Speaker:” in DESCRIPTION`, and that text. */
  readonly speakersFrom?: { readonly where: string; readonly text: string };
  /** Texts of properties that are still to be mapped to fields, by name in upper case. */
  readonly properties?: ReadonlyMap<string, string>;
  /** Fields that the source does not mention (absent or null): the catalogue keeps its values. */
  readonly unsaid: readonly OptionalTalkField[];
}

export interface TalkTimes {
  readonly start: Timestamp;
  readonly end: Timestamp;
  /**
   * How the source writes times: `moment` is UTC or with an offset; `floating` is without a zone; `all-day` is dates,
   * whose times are the midnights of `zone`, the end exclusive. Midnights alone do not make days: the source says so.
   */
  readonly clock: 'moment' | 'zone' | 'floating' | 'all-day';
  /** The IANA zone in which times were read; `''` for moments, and for days when they have been reviewed. */
  readonly zone: string;
}

/** Defaults of fields that a source may leave out. */
const OPTIONAL = {
  uid: '',
  title: '',
  description: '',
  status: 'published',
  url: '',
  location: '',
  venue: null,
  room: '',
  materials: [],
  image: null,
  speakers: [],
  variousSpeakers: false,
  hosts: [],
  organisers: [],
  series: null,
  department: null,
  topics: [],
  ...byName(GIVEN_TEXTS, () => ''),
} as const;

/** Defaults of fields that have no value in the catalogue to keep. */
const DEFAULTS = {
  slug: null,
  clock: 'moment',
  zone: '',
  updated: null,
  moreTopics: [],
  language: '',
} as const;

export type OptionalTalkField = keyof typeof OPTIONAL;

/** Some fields of a talk; undefined: the source does not mention it. */
export type Said<Field extends OptionalTalkField> = { readonly [Each in Field]: SourceTalk[Each] | undefined };

/** Who the talk is if no other talk has its key, and its key otherwise, which it keeps when the others are gone. */
export interface SharedKey {
  readonly alone: Pick<SourceTalk, 'key' | 'slug' | 'uid'>;
  readonly own: string;
}

/**
 * A person at the source; undefined: not mentioned. Two people of one source are the same if their keys
 * are equal, or, without keys, their names.
 */
export interface SourcePerson {
  readonly name: string;
  /** The source's own identifier. */
  readonly key?: string;
  /** The source's own UUID, lower-case. */
  readonly slug?: string;
  /** Affiliation. */
  readonly bio?: string | undefined;
  readonly webAddress?: string | undefined;
  readonly image?: Image | null | undefined;
  /** Stored, never published. */
  readonly email?: string | undefined;
}

/** A venue or department at the source; identified by key, or else by name. */
export interface SourcePlace {
  readonly name: string;
  readonly key?: string;
  /** A place identifier, such as `oxpoints:23232534`, if the source has one. */
  readonly id?: string;
  /** Default: a talk's venue is a venue, its department an organisation. */
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
  /** When the series takes place, as free text. */
  readonly occurrence?: string | undefined;
  readonly webAddress?: string | undefined;
  readonly image?: Image | null | undefined;
}

/** A public list of talks that somebody has put together. */
export interface SourceCollection {
  /** The source's own UUID, lower-case. */
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly talks: readonly Pick<SourceTalk, 'key' | 'slug'>[];
  /** Number of the entry, as in problems. */
  readonly line: number;
  /** True: found at the source, not named by the operator. */
  readonly isShown: boolean;
}

/** Identified by URI, or else by label. */
export interface SourceTopic {
  readonly label: string;
  readonly uri?: string;
}

type Required = Pick<SourceTalk, 'key' | 'line' | 'start' | 'end'>;
type Given = {
  readonly [
    Field in
      | keyof typeof OPTIONAL
      | keyof typeof DEFAULTS
      | 'hidden'
      | 'shared'
      | 'sequence'
      | 'speakersFrom'
      | 'properties'
  ]?: SourceTalk[Field] | undefined;
};

export const OPTIONAL_FIELDS = Object.keys(OPTIONAL).filter((name): name is OptionalTalkField => name in OPTIONAL);

/** Makes a talk. Fields left out or undefined are those that the source does not mention. */
export function sourceTalk({ key, line, start, end, ...given }: Required & Given): SourceTalk {
  const unsaid = OPTIONAL_FIELDS.filter((field) => given[field] === undefined);
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return Object.assign({ ...DEFAULTS, ...OPTIONAL, key, line, start, end, unsaid }, said);
}

/** A sheet of a workbook, where problems name cells instead of lines. */
export interface TalkSheet {
  readonly name: string;
  /** Headers of its columns, from A. */
  readonly headers: readonly string[];
}
