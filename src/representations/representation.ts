import type { Collection } from '#catalogue/collection.ts';
import type { Person } from '#catalogue/person.ts';
import type { Place } from '#catalogue/place.ts';
import type { Series } from '#catalogue/series.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { Topic } from '#catalogue/topic.ts';
import type { TalkField } from '#search/query/talk-fields.ts';

/** What the addresses and times that we publish depend on; the same for the whole service. */
export interface Publication {
  /** Public base address, without a final slash: `https://talks.example.org`. */
  readonly baseUrl: string;
  /** Protocol-relative address that a place identifier is appended to: `//places.example.org/places/`. Null: Lectern's own records of places. */
  readonly placesUrl: string | null;
  /** The same on the maps service. Null: OpenStreetMap. */
  readonly mapsUrl: string | null;
  /** IANA name. */
  readonly timeZone: string;
  /** How `self` and `talks_page` of a talk, series and collection are written. */
  readonly links: 'paths' | 'absolute';
  /** The UID of a talk that was imported without one: its slug, or the form that subscribers of OxTalks hold, `https://talks.ox.ac.uk/talks/id/{slug}/`. */
  readonly uidForm: 'slug' | 'oxtalks';
}

/**
 * One way of writing what the interface answers. A talk is written once and kept as bytes;
 * a listing is its envelope with those bytes in it, so that nothing is rendered twice.
 */
export interface Representation {
  /** Unique among the representations. */
  readonly name: string;
  /** A talk as the talk resource and as an element of a search result (interface.md 2.2), without what only a whole document has (in XML the declaration and root element). @param fields if given, only these of its members */
  talk(details: TalkDetails, fields?: readonly TalkField[]): Buffer;
  /** A talk as an item of a series or collection (interface.md 2.3). */
  item(details: TalkDetails, fields?: readonly TalkField[]): Buffer;
  /** Turns the bytes of `talk` into a whole document. */
  readonly talkDocument: Envelope;
  search(head: SearchHead): Envelope;
  /** A person, around the talks they give. */
  person(person: Person, alternates?: readonly Alternate[]): Envelope;
  series(series: Series, alternates?: readonly Alternate[]): Envelope;
  collection(collection: Collection, alternates?: readonly Alternate[]): Envelope;
  /** A department or venue, around a page of the talks of it and of all below it. */
  place(place: Place, head: SearchHead): Envelope;
  /** A topic, around a page of the talks on it. */
  topic(topic: Topic, head: SearchHead): Envelope;
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
  /** The whole document when there is no talk in it. In XML, `before` opens the first talk's element and `after` closes the last one's, so the two alone would say that there is one empty talk. */
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
  /** None unless given. */
  readonly alternates?: readonly Alternate[];
  /** Of a search for what changed. */
  readonly changes?: SearchChanges;
  /** Where they were asked for: by the name of a parameter, its values. */
  readonly facets?: Readonly<Record<string, readonly FacetValue[]>>;
}

/** A value that some of the talks have. */
export interface FacetValue {
  /** As the parameter takes it. */
  readonly value: string;
  /** Left out of values that are words of the interface. */
  readonly name: string | undefined;
  /** How many talks there would be with this value alone for its parameter. */
  readonly count: number;
}

export interface SearchChanges {
  /** The absolute address for later changes. */
  readonly later: string;
  /** Slugs of talks that do not match, or no longer, or are gone. */
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
