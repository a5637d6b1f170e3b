import type { DatedTalk } from '#catalogue/talk-details.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { CancelledForm, DatesForm } from '#search/query/value-forms.ts';
import type { Envelope } from '../representation.ts';

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
