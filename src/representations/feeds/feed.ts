import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { CancelledForm } from '#search/query/value-forms.ts';
import type { Envelope } from '../representation.ts';

/**
 * One way of writing talks for another program to take over: a calendar, a news feed, a table. As with a
 * Representation, a talk is written once and kept as bytes, and a document is a frame with those bytes in it.
 */
export interface Feed {
  /** Unique among the feeds, and of the options that it was made with. */
  readonly name: string;
  /** A talk, without anything that depends on the document that it stands in. */
  entry(details: TalkDetails): Buffer;
  frame(head: FeedHead): Envelope;
}

/**
 * The same for a format in which no talk can be written without the others: a schedule groups them by day and room, and
 * numbers them. Nothing of it can be kept but the whole document.
 */
export interface WholeFeed {
  /** As a Feed's. */
  readonly name: string;
  /**
   * Written step by step, a talk or less at a time, so that whoever runs it can do something else in between.
   * @param talks all of them, in the order in which they are listed; there may be none
   */
  document(head: FeedHead, talks: readonly TalkDetails[]): Steps<Buffer>;
}

/** What comes of something that is done step by step. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** What a document of talks is about. Addresses are absolute. */
export interface FeedHead {
  /** What lists the talks: `talk` is a document of one. */
  readonly kind: 'talk' | 'search' | 'series' | 'collection' | 'person' | 'department' | 'venue' | 'topic';
  readonly title: string;
  /** Plain text; `''` for none. */
  readonly description: string;
  /** Of this very document. */
  readonly self: string;
  /** Of the page for people about the same; null if there is none. */
  readonly page: string | null;
  /** The latest change of any talk in it; null when there is none in it. */
  readonly updated: Timestamp | null;
  /** Starts of its first talk, and the latest end or start of any; null when there is none in it. */
  readonly span: { readonly first: Timestamp; readonly last: Timestamp } | null;
  /** How many talks it has. */
  readonly size: number;
}

export interface FeedOptions {
  /** `omit` and `only` are for whoever chooses the talks. */
  readonly cancelled: CancelledForm;
  /** Minutes before the start at which a reader wants to be told; null: not at all. */
  readonly alarm: number | null;
}
