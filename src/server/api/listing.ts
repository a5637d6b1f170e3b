import { LRUCache } from 'lru-cache';
import type { Collection } from '#catalogue/collection.ts';
import type { Person } from '#catalogue/person.ts';
import { isPlaceId, type Place } from '#catalogue/place.ts';
import type { Series } from '#catalogue/series.ts';
import { isSlug } from '#catalogue/slug.ts';
import { isTopicUri, type Topic } from '#catalogue/topic.ts';
import type { LocatedPlace } from '#catalogue/venue-location.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import type { FeedHead } from '#representations/feeds/feed-format.ts';
import type { Links } from '#representations/links/links.ts';
import type { PageLinks } from '#representations/links/page-links.ts';
import type { Envelope, Representation, SearchHead } from '#representations/representation.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import type { Filters } from '#search/query/question.ts';
import type { TextQuery } from '#search/query/text-query.ts';
import type { TalkField } from '#search/query/value-forms.ts';
import type { Window } from '#search/query/window.ts';
import type { Rendering } from '../documents/document-assembler.ts';

/** The part of a representation that writes lists of talks. */
export type ListingWriter = Pick<
  Representation,
  'name' | 'item' | 'person' | 'series' | 'collection' | 'place' | 'topic'
>;

/**
 * Talks as in search results, and on their own.
 *
 * @param fields to include; if empty, all
 */
export function asTalks(
  writer: Pick<Representation, 'name' | 'talk'>,
  fields: readonly TalkField[] = [],
): Omit<Rendering, 'between'> {
  const { name } = writer;
  if (fields.length === 0) return { name, render: (details) => writer.talk(details) };
  return { name: `${name} ${fields.join()}`, render: (details) => writer.talk(details, fields) };
}

/** Talks as items of a listing, likewise. */
export function asItems(
  writer: Pick<Representation, 'name' | 'item'>,
  fields: readonly TalkField[],
): Omit<Rendering, 'between'> {
  const name = `${writer.name} item`;
  if (fields.length === 0) return { name, render: (details) => writer.item(details) };
  return { name: `${name} ${fields.join()}`, render: (details) => writer.item(details, fields) };
}

/** Metadata of its feed. */
type About = Pick<FeedHead, 'title' | 'description' | 'page'>;

/** A kind of thing that lists talks. */
export interface TalkListKind<T> {
  readonly kind: Exclude<FeedHead['kind'], 'talk'>;
  /** Its name in errors. */
  readonly noun: string;
  readonly isId: (id: string) => boolean;
  /** Its path, without suffix and query. */
  readonly address: (links: Links, id: string) => string;
  /** Undefined if it does not exist. */
  readonly find: (snapshot: Snapshot, id: string) => T | undefined;
  /**
   * Numbers of its talks in the window, in order.
   *
   * @param most how many of the first are needed; there may be more
   */
  readonly talks: (index: TalkIndex, record: T, window: Window, most: number) => Uint32Array;
  /** Words that its talks contain, if it is a search. */
  readonly text?: TextQuery | null;
  readonly envelope: (writer: ListingWriter, record: T, head: SearchHead) => Envelope;
  readonly about: (record: T, pages: PageLinks) => About;
  /** Includes private ones, for calendars, if the operator allows it. */
  readonly unlisted?: TalkListKind<T>;
}

export const PERSON: TalkListKind<Person> = {
  kind: 'person',
  noun: 'person',
  isId: isSlug,
  address: (links, slug) => links.person(slug),
  find: (snapshot, slug) => snapshot.person(slug),
  talks: (index, { slug }, window) => index.speakerTalks(slug, window),
  envelope: (writer, person, { alternates }) => writer.person(person, alternates),
  about: ({ slug, name, bio }, pages) => ({
    title: `Talks by ${name}`,
    description: bio,
    page: pages.person(slug),
  }),
};

export const SERIES: TalkListKind<Series> = {
  kind: 'series',
  noun: 'series',
  isId: isSlug,
  address: (links, slug) => links.series(slug),
  find: (snapshot, slug) => snapshot.series(slug),
  talks: (index, { slug }, window) => index.seriesTalks(slug, window),
  envelope: (writer, series, { alternates }) => writer.series(series, alternates),
  about: ({ slug, title, description }, pages) => ({ title, description, page: pages.series(slug) }),
};

/** Links of a collection available to anyone with its address: a private one has no page. */
const UNLISTED_COLLECTION: TalkListKind<Collection> = {
  kind: 'collection',
  noun: 'collection',
  isId: isSlug,
  address: (links, slug) => links.collection(slug),
  find: (snapshot, slug) => snapshot.collection(slug),
  talks: (index, collection, window) => index.collectionTalks(collection, window),
  envelope: (writer, collection, { alternates }) => writer.collection(collection, alternates),
  about: ({ title, description }) => ({ title, description, page: null }),
};

/** A private one is treated as if it did not exist. */
export const COLLECTION: TalkListKind<Collection> = {
  ...UNLISTED_COLLECTION,
  noun: 'public collection',
  find: (snapshot, slug) => {
    const found = snapshot.collection(slug);
    return found?.public === true ? found : undefined;
  },
  about: ({ slug, title, description }, pages) => ({ title, description, page: pages.collection(slug) }),
  unlisted: UNLISTED_COLLECTION,
};

/** With all its descendants. */
export const DEPARTMENT: TalkListKind<LocatedPlace> = {
  kind: 'department',
  noun: 'department',
  isId: isPlaceId,
  address: (links, id) => links.department(id),
  find: (snapshot, id) => {
    const place = placeOfKind(snapshot, id, 'organisation');
    return place && { ...place, above: [] };
  },
  talks: (index, { id }, window, most) => firstTalks(index, { ...NO_FILTERS, departments: [id] }, window, most),
  envelope: (writer, place, head) => writer.place(place, head),
  about: ({ id, name, address }, pages) => ({ title: name, description: address, page: pages.department(id) }),
};

/** With everything inside it. */
export const VENUE: TalkListKind<LocatedPlace> = {
  kind: 'venue',
  noun: 'venue',
  isId: isPlaceId,
  address: (links, id) => links.venue(id),
  find: (snapshot, id) => {
    const place = placeOfKind(snapshot, id, 'venue');
    return place && { ...place, above: venuesAbove(snapshot, id) };
  },
  talks: (index, { id }, window, most) => firstTalks(index, { ...NO_FILTERS, venues: [id] }, window, most),
  envelope: (writer, place, head) => writer.place(place, head),
  about: ({ id, name, address }, pages) => ({ title: name, description: address, page: pages.venue(id) }),
};

/** Its identifier is in the query: `uri`. */
export const TOPIC: TalkListKind<Topic> = {
  kind: 'topic',
  noun: 'topic',
  isId: isTopicUri,
  address: (links) => links.topic,
  find: (snapshot, uri) => snapshot.topic(uri),
  talks: (index, { uri }, window, most) => firstTalks(index, { ...NO_FILTERS, topics: [uri] }, window, most),
  envelope: (writer, topic, head) => writer.topic(topic, head),
  about: ({ uri, label }, pages) => ({ title: `Talks on ${label}`, description: '', page: pages.topic(uri) }),
};

/** Finds every talk. */
export const NO_FILTERS: Filters = {
  text: null,
  speakers: [],
  hosts: [],
  series: [],
  venues: [],
  departments: [],
  topics: [],
  collections: [],
  talks: [],
  subvenues: true,
  subdepartments: true,
};

/** Numbers of the first talks in the window that a search finds. */
export function firstTalks(index: TalkIndex, filters: Filters, window: Window, most: number): Uint32Array {
  return index.answer({ ...filters, window, order: 'date', page: 1, count: Math.min(most, index.size) }).talks;
}

function placeOfKind(snapshot: Snapshot, id: string, kind: Place['kind']): Place | undefined {
  const found = snapshot.place(id);
  return found?.kind === kind ? found : undefined;
}

/** Innermost first. */
function venuesAbove(snapshot: Snapshot, id: string): readonly Place[] {
  const parents = snapshot.index.places.parents(id).reverse();
  const above = parents.map(({ key }) => placeOfKind(snapshot, key, 'venue'));
  return above.filter((place) => place !== undefined);
}

/** A listing: its talks, the text around them, and its subject. */
export interface FoundTalkList {
  readonly talks: (index: TalkIndex, window: Window, most: number) => Uint32Array;
  readonly envelope: (writer: ListingWriter, head: SearchHead) => Envelope;
  readonly about: (pages: PageLinks) => About;
}

/** A repeated listing is assembled without reading the store. */
const LISTINGS_KEPT = 2_000;

/** Finds the talks of a listing, and caches the result until the catalogue changes. */
export class TalkListCache {
  readonly #listed = new LRUCache<string, FoundTalkList>({ max: LISTINGS_KEPT });

  clear(): void {
    this.#listed.clear();
  }

  /** Undefined if it does not exist. */
  find<T>(snapshot: Snapshot, kind: TalkListKind<T>, id: string): FoundTalkList | undefined {
    // Not by its kind: a request for public collections must not find an unlisted one here.
    const key = `${kind.noun} ${id}`;
    const known = snapshot.isNewest ? this.#listed.get(key) : undefined;
    if (known !== undefined) return known;
    const record = kind.find(snapshot, id);
    if (record === undefined) return undefined;
    const listed: FoundTalkList = {
      talks: (index, window, most) => kind.talks(index, record, window, most),
      envelope: (writer, head) => kind.envelope(writer, record, head),
      about: (pages) => kind.about(record, pages),
    };
    if (snapshot.isNewest) this.#listed.set(key, listed);
    return listed;
  }
}
