import type { Collection } from '#catalogue/collection.js';
import type { Person } from '#catalogue/person.js';
import type { Series } from '#catalogue/series.js';
import type { Envelope, Representation } from '#representations/representation.js';
import type { Window } from '#search/question.js';
import type { TalkIndex } from '#search/talk-index.js';
import type { AtVersion, Store } from '#store/store.js';

/** As much of a representation as writes talks that something lists. */
export type ListingWriter = Pick<Representation, 'name' | 'item' | 'person' | 'series' | 'collection'>;

/** A kind of thing that lists talks. */
export interface Listing<T> {
  /** As errors name it. */
  readonly noun: string;
  readonly find: (store: Store, slug: string) => Promise<AtVersion<T | undefined>>;
  /** Numbers of those of its talks that are in the window, in order. */
  readonly talks: (index: TalkIndex, record: T, window: Window) => Uint32Array;
  readonly envelope: (writer: ListingWriter, record: T) => Envelope;
}

export const PERSON: Listing<Person> = {
  noun: 'person',
  find: (store, slug) => store.person(slug),
  talks: (index, { slug }, window) => index.speakerTalks(slug, window),
  envelope: (writer, person) => writer.person(person),
};

export const SERIES: Listing<Series> = {
  noun: 'series',
  find: (store, slug) => store.series(slug),
  talks: (index, { slug }, window) => index.seriesTalks(slug, window),
  envelope: (writer, series) => writer.series(series),
};

/** A private one is as if it did not exist (decisions.md). */
export const COLLECTION: Listing<Collection> = {
  noun: 'public collection',
  find: async (store, slug) => {
    const { version, value } = await store.collection(slug);
    return { version, value: value?.public === true ? value : undefined };
  },
  talks: (index, collection, window) => index.collectionTalks(collection, window),
  envelope: (writer, collection) => writer.collection(collection),
};
