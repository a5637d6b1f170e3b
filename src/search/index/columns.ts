/**
 * What an index is made of: typed arrays over shared memory, so that the thread that builds one hands it to the
 * thread that answers without copying, and a snapshot is their bytes one after the other.
 *
 * Words used here: a *position* is where a talk stands in the order (start, slug), from 0;
 * a *number* is the store's own for a record of one type, from 1; a *list* holds positions, ascending.
 */
export interface IndexColumns {
  readonly talks: TalkColumns;
  /** Open addressing by slug: position + 1, or 0. A power of two long. */
  readonly talkSlots: Uint32Array;
  /** By number of a talk: its position + 1, or 0. */
  readonly talkPositions: Uint32Array;
  readonly people: KeyColumns;
  readonly series: KeyColumns;
  readonly places: KeyColumns;
  readonly topics: KeyColumns;
  /** The public ones. */
  readonly collections: KeyColumns;
  readonly names: NameColumns;
  readonly orders: OrderColumns;
  /** By number of a place: the number of its parent, or 0. */
  readonly parents: Uint32Array;
  readonly versions: VersionColumns;
  readonly removedTalks: RemovedTalkColumns;
  /** Lists by number of the speaker, series or topic. */
  readonly bySpeaker: PostingColumns;
  readonly bySeries: PostingColumns;
  readonly byTopic: PostingColumns;
  readonly byVenue: PlacePostingColumns;
  readonly byDepartment: PlacePostingColumns;
}

/** By position. */
export interface TalkColumns {
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly starts: Float64Array;
  /** Four big-endian words a talk. */
  readonly slugs: Uint32Array;
  readonly numbers: Uint32Array;
  /** When it last changed, and its status, as talk-marks.ts packs them. */
  readonly updates: Uint32Array;
  readonly marks: Uint16Array;
  /** Where in `refs` a talk's begin; one more than there are talks. */
  readonly refOffsets: Uint32Array;
  /** As in ChangedTalk.refs. */
  readonly refs: Uint32Array;
}

/** By number: the version of the store in which it last was added or changed; of a talk, it, anything that it refers to or any place above those. */
export interface VersionColumns {
  readonly talks: Uint32Array;
  readonly people: Uint32Array;
  readonly series: Uint32Array;
  readonly places: Uint32Array;
  readonly topics: Uint32Array;
}

/** Talks that are gone, in the order of the versions of the store in which they went, then of their numbers. */
export interface RemovedTalkColumns {
  readonly numbers: Uint32Array;
  /** Four big-endian words a talk. */
  readonly slugs: Uint32Array;
  readonly versions: Uint32Array;
}

/** The keys (slugs, place ids, topic URIs) of one type of record, to find its number by. */
export interface KeyColumns {
  /** By number: where in `units` its key begins, up to where the next one does; an empty key is no record. */
  readonly offsets: Uint32Array;
  /** UTF-16. */
  readonly units: Uint16Array;
  /** Open addressing by key: number, or 0. A power of two long. */
  readonly slots: Uint32Array;
}

/** What people call everything but talks. */
export interface NameColumns {
  readonly people: TextColumns;
  readonly series: TextColumns;
  readonly places: TextColumns;
  readonly topics: TextColumns;
  readonly collections: TextColumns;
}

/** Texts by number, in UTF-8, which takes half the memory of UTF-16 for most names. */
export interface TextColumns {
  /** By number: where in `bytes` its text begins, up to where the next one does. */
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;
}

/** Numbers in the order of folded names, then keys. */
export interface OrderColumns {
  readonly people: Uint32Array;
  readonly series: Uint32Array;
  readonly topics: Uint32Array;
  /** The places that are organisations. */
  readonly departments: Uint32Array;
  /** The places that are venues. */
  readonly venues: Uint32Array;
  readonly collections: Uint32Array;
}

/** Lists of positions: short ones one after the other, long ones as bitmaps, whichever is smaller. */
export interface PostingColumns {
  /** By list: where in `positions` it begins, up to where the next one does. */
  readonly offsets: Uint32Array;
  readonly positions: Uint32Array;
  /** The lists that are kept as bitmaps. */
  readonly dense: Uint32Array;
  /** The bitmaps, in the order of `dense`; whole blocks of 32 words. */
  readonly words: Uint32Array;
  /** By block: how many positions the bitmap has before it. */
  readonly ranks: Uint32Array;
}

export interface PlacePostingColumns extends PostingColumns {
  /** By number of a place: the list of the talks at the place itself; 0 for none. */
  readonly direct: Uint32Array;
  /** By number of a place: the list of the talks there and at everything below it; 0 for none. */
  readonly below: Uint32Array;
}

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

/** How many slots an open-addressing table for so many entries has: a power of two, at most three quarters full. */
export function slotsFor(entries: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(4, entries / 0.75)));
}
