import { createHash } from 'node:crypto';
import type { Slug } from '#catalogue/slug.ts';
import type { DatedTalk } from '#catalogue/talk-details.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { CancelledForm, DatesForm } from '#search/query/value-forms.ts';
import type { Envelope, Publication } from '../representation.ts';

/**
 * A format of talks for other programs: a calendar, a news feed, a table. As with a Representation, each talk is
 * rendered once and cached as bytes, and a document is a frame with these bytes in it.
 */
export interface Feed {
  /** Unique for each format and its options. */
  readonly name: string;
  /** A talk, without anything that depends on the document that it stands in. */
  entry(details: DatedTalk): Buffer;
  frame(head: FeedHead): Envelope;
}

/**
 * A format in which no talk can be written without the others: a schedule groups them by day and room, and numbers
 * them. Only the whole document can be cached.
 */
export interface WholeFeed {
  /** As in Feed. */
  readonly name: string;
  /**
   * Written in steps of at most a talk, so that the caller can do something else in between.
   * @param talks all of them, in the order in which they are listed; there may be none
   */
  document(head: FeedHead, talks: readonly DatedTalk[]): Steps<Buffer>;
}

/** Work in steps, with a result. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** What a document of talks is about. Addresses are absolute. */
export interface FeedHead {
  /** What lists the talks: `talk` is a document of one. */
  readonly kind: 'talk' | 'search' | 'series' | 'collection' | 'person' | 'department' | 'venue' | 'topic';
  readonly title: string;
  /** Plain text; `''` for none. */
  readonly description: string;
  /** Address of this document. */
  readonly self: string;
  /** Address of the HTML page about the same; null if there is none. */
  readonly page: string | null;
  /** The latest change of any of its talks; null without talks. */
  readonly updated: Timestamp | null;
  /** Start of its first talk, and the latest end or start of any; null without talks. */
  readonly span: { readonly first: Timestamp; readonly last: Timestamp } | null;
  /** The number of talks. */
  readonly size: number;
}

export interface FeedOptions {
  /** `omit` and `only` are for whoever chooses the talks. */
  readonly cancelled: CancelledForm;
  /** Alarm, in minutes before the start; null: none. */
  readonly alarm: number | null;
  /** For RSS; `announced` if left out. */
  readonly dates?: DatesForm;
}

/** A talk's permanent identifier, whichever host serves it: its slug is a UUID (RFC 9562, 4). */
export function talkId(slug: Slug): string {
  return `urn:uuid:${slug}`;
}

/** The UUID namespace of documents. Changing it would make every feed a new one to its readers. */
const NAMESPACE = Buffer.from('2f6f0f7c5b1e4c57a0c5d0a3f6b1e94d', 'hex');

/**
 * A document's permanent identifier: a UUID of version 5 (RFC 9562, 5.5) of the address below the service's base, so
 * that it stays when the service moves to another host or under another path.
 */
export function documentId(publication: Publication, { self }: FeedHead): string {
  const { baseUrl } = publication;
  const name = self.startsWith(baseUrl) ? self.slice(baseUrl.length) : self;
  const hash = createHash('sha1').update(NAMESPACE).update(name).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const uuid = hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return `urn:uuid:${uuid}`;
}

/** A permanent number for programs that have no other identifiers: 1 to 2³¹ − 1, since some store 32 bits. */
export function numericId(slug: Slug): number {
  return createHash('sha256').update(slug).digest().readUInt32BE(0) & 0x7fff_ffff || 1;
}
