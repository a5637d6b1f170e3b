import type { Collection } from '#catalogue/collection.ts';
import type { Person } from '#catalogue/person.ts';
import type { Series } from '#catalogue/series.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { Topic } from '#catalogue/topic.ts';
import type { LocatedPlace } from '#catalogue/venue-location.ts';
import type { BranchEntry } from '#search/index/place-tree.ts';
import type { BrowseEntry, Suggestion } from '#search/names/browse.ts';
import type { PlaceRole, TalkField } from '#search/query/value-forms.ts';

/** What the addresses and times that we publish depend on; the same for the whole service. */
export interface Publication {
  /** Public base address, without a final slash: `https://talks.example.org`. */
  readonly baseUrl: string;
  /** Protocol-relative prefix of place identifiers: `//places.example.org/places/`. Null: Lectern's own places. */
  readonly placesUrl: string | null;
  /** The same on the maps service. Null: OpenStreetMap. */
  readonly mapsUrl: string | null;
  /** IANA name. */
  readonly timeZone: string;
  /** How `self` and `talks_page` of a talk, series and collection are written. */
  readonly links: 'paths' | 'absolute';
  /** UID of a talk without one: its slug, or that of OxTalks, `https://talks.ox.ac.uk/talks/id/{slug}/`. */
  readonly uidForm: 'slug' | 'oxtalks';
}

/**
 * A format of the API: JSON, HAL or XML. Each talk is rendered once and cached as bytes; a listing is its envelope with
 * these bytes in it.
 */
export interface Representation {
  /** Unique among the representations. */
  readonly name: string;
  /**
   * A talk, alone or in a search result, without what only a whole document has (in XML the
   * declaration and root element).
   * @param fields if given, only these of its members
   */
  talk(details: TalkDetails, fields?: readonly TalkField[]): Buffer;
  /** A talk as an item of a series or collection. */
  item(details: TalkDetails, fields?: readonly TalkField[]): Buffer;
  /** Turns the bytes of `talk` into a whole document. */
  readonly talkDocument: Envelope;
  search(head: SearchHead): Envelope;
  /** A person, around the talks they give. */
  person(person: Person, alternates?: readonly Alternate[]): Envelope;
  series(series: Series, alternates?: readonly Alternate[]): Envelope;
  collection(collection: Collection, alternates?: readonly Alternate[]): Envelope;
  /** A department or venue, around a page of the talks of it and of all below it. */
  place(place: LocatedPlace, head: SearchHead): Envelope;
  /** A topic, around a page of the talks on it. */
  topic(topic: Topic, head: SearchHead): Envelope;
  /** Names of records, without their talks. */
  names(list: NameList): Buffer;
  /** The entry point: templated links to everything. */
  entryPoint(): Buffer;
  /** An RFC 9457 problem document. */
  problem(problem: ProblemDocument): Buffer;
}

/** The bytes around and between the talks of a listing. */
export interface Envelope {
  readonly before: Buffer;
  /** The same in every envelope of a representation, so that it can be cached with the talks. */
  readonly between: Buffer;
  readonly after: Buffer;
  /** The whole document without talks. In XML, `before` and `after` alone would make one empty talk. */
  readonly empty: Buffer;
}

/** @param empty by default `before` and `after` */
export function textEnvelope(before: string, between: string, after: string, empty = before + after): Envelope {
  return {
    before: Buffer.from(before),
    between: Buffer.from(between),
    after: Buffer.from(after),
    get empty() {
      return Buffer.from(empty);
    },
  };
}

/** A whole document: the envelope with these talks in it. */
export function assemble(envelope: Envelope, talks: readonly Buffer[]): Buffer {
  if (talks.length === 0) return envelope.empty;
  const parts: Buffer[] = [];
  for (const talk of talks) parts.push(parts.length === 0 ? envelope.before : envelope.between, talk);
  parts.push(envelope.after);
  return Buffer.concat(parts);
}

/** Addresses are absolute. */
export interface SearchHead {
  readonly self: string;
  readonly next: string | null;
  readonly prev: string | null;
  readonly total: number;
  /** Undefined: none. */
  readonly alternates?: readonly Alternate[];
  /** Only in a search for changes. */
  readonly changes?: SearchChanges;
  /** Values by name of a parameter, if requested. */
  readonly facets?: Readonly<Record<string, readonly FacetValue[]>>;
}

/** A value that some of the talks have. */
export interface FacetValue {
  /** A value of the parameter. */
  readonly value: string;
  /** Undefined for values that are keywords of the API. */
  readonly name: string | undefined;
  /** The number of talks with only this value for its parameter. */
  readonly count: number;
}

/** What there is a list of all of by name, besides places. */
export type NameListKind = 'people' | 'series' | 'collections' | 'topics';

/** A place with those directly under it, as far as they are asked for. */
export interface PlaceNode extends BranchEntry {
  readonly below?: readonly PlaceNode[] | undefined;
}

/** A page of all records of a kind, or names that match what was typed, the best first. Addresses are absolute. */
export type NameList =
  | { readonly kind: NameListKind; readonly entries: readonly BrowseEntry[]; readonly head: SearchHead }
  | {
      readonly kind: 'places';
      readonly role: PlaceRole;
      readonly entries: readonly PlaceNode[];
      readonly head: SearchHead;
    }
  | { readonly kind: 'suggestions'; readonly entries: readonly Suggestion[]; readonly self: string };

interface SearchChanges {
  /** Absolute address for later changes. */
  readonly later: string;
  /** Slugs of talks that do not match, no longer match, or were removed. */
  readonly removed: readonly Slug[];
}

/** The same talks in another format. */
export interface Alternate {
  readonly href: string;
  /** Media type without parameters. */
  readonly type: string;
  readonly title: string;
}

export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly { readonly parameter: string; readonly detail: string }[];
}
