import type { EntityType, MentionedType } from '#store/entity-type.ts';
import type { StoreState } from '#store/store.ts';
import type { BrowseType, ListType, PlaceType } from './list-type.ts';

/** The columns of an index, and the state of the store that they were built from. */
export interface IndexState {
  readonly state: StoreState;
  readonly columns: IndexColumns;
}

/**
 * The columns of an index: typed arrays over shared memory, so that the thread that builds an index can pass it to the
 * thread that answers requests without copying. A snapshot file has their bytes one after the other.
 *
 * A *position* is a talk's place in the order (start, slug), from 0; a *number* is the store's own for a record of one
 * type, from 1; a *list* holds positions, ascending.
 */
export interface IndexColumns {
  readonly talks: TalkColumns;
  /** Open addressing by slug: position + 1, or 0. A power of two long. */
  readonly talkSlots: Uint32Array;
  /** By number of a talk: position + 1, or 0. */
  readonly talkPositions: Uint32Array;
  /** Private collections have no key here. */
  readonly keys: Readonly<Record<EntityType, KeyColumns>>;
  readonly names: Readonly<Record<EntityType, TextColumns>>;
  /** Numbers in the order of folded names, then keys. */
  readonly orders: Readonly<Record<BrowseType, Uint32Array>>;
  /** By number of a place: the number of its parent, or 0. */
  readonly parents: Uint32Array;
  readonly versions: VersionColumns;
  readonly removedTalks: RemovedTalkColumns;
  /** By version of the store: when it was made, in seconds since 1970-01-01T00:00:00Z; 0 for version 0. Ascending. */
  readonly versionTimes: Uint32Array;
  readonly postings: PostingsByType;
}

/** By position. */
export interface TalkColumns {
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly starts: Float64Array;
  /** Seconds from start to end; 0 if the end is unknown. */
  readonly lengths: Uint32Array;
  /** Four big-endian words a talk. */
  readonly slugs: Uint32Array;
  readonly numbers: Uint32Array;
  /** With `marks`: when the talk last changed, its status and its traits, packed as in talk-marks.ts. */
  readonly updates: Uint32Array;
  readonly marks: Uint32Array;
  /** Where each talk's references begin in `refs`; one more than there are talks. */
  readonly refOffsets: Uint32Array;
  /** As in ChangedTalk.refs. */
  readonly refs: Uint32Array;
}

/**
 * By number: the version of the store in which a record was last added or changed. For a talk: the latest version of
 * itself, anything it refers to, and any place above that.
 */
export type VersionColumns = Readonly<Record<'talk' | MentionedType, Uint32Array>>;

/** Removed talks, ordered by the version of the store in which they were removed, then by number. */
export interface RemovedTalkColumns {
  readonly numbers: Uint32Array;
  /** Four big-endian words a talk. */
  readonly slugs: Uint32Array;
  readonly versions: Uint32Array;
}

/** The keys (slugs, place ids, topic URIs) of one type of record, for looking up its number. */
export interface KeyColumns {
  /** By number: where the key begins in `units`; it ends where the next one begins. An empty key means no record. */
  readonly offsets: Uint32Array;
  /** UTF-16. */
  readonly units: Uint16Array;
  /** Open addressing by key: number, or 0. A power of two long. */
  readonly slots: Uint32Array;
}

/** Texts by number, in UTF-8, which takes half the memory of UTF-16 for most names. */
export interface TextColumns {
  /** By number: where the text begins in `bytes`; it ends where the next one begins. */
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;
}

/** Lists of positions, each as an array or as a bitmap, whichever is smaller. */
export interface PostingColumns {
  /** By list: where its array begins in `positions`; it ends where the next one begins. */
  readonly offsets: Uint32Array;
  readonly positions: Uint32Array;
  /** The lists that are bitmaps. */
  readonly dense: Uint32Array;
  /** The bitmaps, in the order of `dense`; whole blocks of 32 words. */
  readonly words: Uint32Array;
  /** By block: the number of positions that the bitmap has before it. */
  readonly ranks: Uint32Array;
}

export interface PlacePostingColumns extends PostingColumns {
  /** By number of a place: the list of the talks at the place itself; 0 for none. */
  readonly direct: Uint32Array;
  /** By number of a place: the list of the talks there and at everything below it; 0 for none. */
  readonly below: Uint32Array;
}

/** Lists by number of the speaker, host, series or topic; for places see `direct` and `below`. */
export type PostingsByType = Readonly<
  Record<Exclude<ListType, PlaceType>, PostingColumns> & Record<PlaceType, PlacePostingColumns>
>;

export function sharedUint32(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
}

export function sharedUint16(length: number): Uint16Array {
  return new Uint16Array(new SharedArrayBuffer(length * Uint16Array.BYTES_PER_ELEMENT));
}

export function sharedUint8(length: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(length));
}

export function sharedFloat64(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
}

/** Slots of an open-addressing table for this many entries: a power of two, at most three quarters full. */
export function slotsFor(entries: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(4, entries / 0.75)));
}

/**
 * The layout of ChangedTalk.refs: series, venue, department, number of topics, topics, number of speakers, speakers,
 * hosts, organisers, number of hosts. These are offsets from the first reference of a talk.
 */
export const SERIES_REF = 0;
export const VENUE_REF = 1;
export const DEPARTMENT_REF = 2;
export const TOPIC_COUNT = 3;
export const FIRST_TOPIC = 4;
