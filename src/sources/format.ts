import type { Problem } from '#catalogue/problem.ts';
import type { CatalogueRecord } from '#catalogue/record.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { SourceCollection, SourceSeries, SourceTalk } from './source-talk.ts';

/** A way in which talks are written down elsewhere: a line in the table of formats.ts. */
export interface SourceFormat {
  /** As `--from` has it. */
  readonly name: string;
  /** What people call it. */
  readonly title: string;
  /** Whether a file that begins with these characters (64 KiB at most, no byte order mark) is written so. */
  readonly looksLike: (head: string) => boolean;
  /** What of the operator's word on reading it has a use for. Left out: none of it. */
  readonly settings?: readonly ReadSetting[];
  /** True: of an address, further ones are read too (`SourceFile.further`). */
  readonly hasFurther?: true;
  /** Loads what reads it; null of the catalogue's own format. */
  readonly load: (() => Promise<SourceReader>) | null;
}

/**
 * Reads a file of a format, a batch at a time and in bounded memory. Pure but for the chunks that it is given: no disk, no
 * network, no clock. What is wrong with the file comes as problems; what the chunks themselves throw is let through.
 */
export type SourceReader = (file: SourceFile, options: ReadOptions) => AsyncIterable<SourceBatch>;

export interface SourceFile {
  /** As problems name it. */
  readonly name: string;
  /** Where it was fetched, against which relative addresses are resolved; `''` of a file on the disk. */
  readonly address: string;
  /** The address that was asked for, where that has led to another. */
  readonly ledFrom?: string;
  /** The bytes, unpacked. Read once. */
  readonly chunks: AsyncIterable<Buffer>;
  /**
   * Reads a further address of the same source, within the limits of whoever fetches; left out of what is no address.
   * What goes wrong is thrown, as by chunks.
   */
  readonly further?: Further;
}

export type Further = (address: string, ask?: FurtherAsk) => Promise<FurtherFile>;

/** How a further address is asked for. */
export interface FurtherAsk {
  /** Media type; JSON unless given. */
  readonly accept?: string;
  /** True: every import asks for it, and mostly it is as it was. It is kept, and asked for with conditions the next time. */
  readonly isLasting?: boolean;
  /** True: where the first page is as it was, it need not be looked at either. */
  readonly isAside?: boolean;
}

/** A further page of a source. */
export interface FurtherFile extends Omit<SourceFile, 'further'> {
  /** Whether it was fetched by an earlier import that did not come to its end. */
  readonly isKept: boolean;
}

export interface ReadOptions {
  /** IANA zone of times that name none. */
  readonly zone: string;
  readonly now: Timestamp;
  /** What repeats without an end is expanded to here. */
  readonly horizon: Timestamp;
  /** From the name of a field (`title`, `start`, …) to what the file calls it. */
  readonly mapping: ReadonlyMap<string, string>;
  /** Of dates such as 03/04/2026; null: as the file itself shows. */
  readonly dateOrder: DateOrder | null;
  /** Collections that are to be read besides: their slugs, or addresses. */
  readonly collections: readonly string[];
}

/** What an operator may say of what holds what, for formats in which nothing else does. */
export type ReadSetting = 'map' | 'date-order' | 'collection';

/** Days that what repeats without an end is read ahead. */
export const DAYS_AHEAD = 550;

export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** What a stretch of the file held. */
export interface SourceBatch {
  readonly talks: readonly SourceTalk[];
  /** Each about one entry, which is then not among the talks: it stops the import, or the entry is left out (`--skip-bad`). */
  readonly problems?: readonly SourceProblem[];
  /** What the file cannot be read beyond, or why not at all. It stops the import; the last batch. */
  readonly failure?: SourceProblem;
  /** What was decided on the way, and how often, for the summary; equal sentences are added up. */
  readonly notes?: readonly SourceNote[];
  /** True: the source has more than this file says, so that nobody can say what has vanished from it. */
  readonly incomplete?: true;
  /** What is said of series besides what talks name them by, which may have come before. */
  readonly series?: readonly SourceSeries[];
  /** Lists whose talks have come, in this batch or before. */
  readonly collections?: readonly SourceCollection[];
  /** True: the talks came because a collection has them, which says nothing of those that it does not have. */
  readonly isListed?: true;
  /** Slugs of collections that were asked for and are no more there. */
  readonly goneCollections?: readonly string[];
  /** Slugs of all public collections that the source shows, whether they could be read or not. */
  readonly shownCollections?: readonly string[];
  /** Records besides talks, of formats that have identifiers as the catalogue's are. */
  readonly records?: readonly { readonly record: CatalogueRecord; readonly line: number }[];
}

export interface SourceProblem extends Problem {
  /** From 1; 0 when it is the file as a whole. */
  readonly line: number;
  /** The key of the talk that it would have been, where that much could be read. */
  readonly key?: string;
}

/** `what` goes on after a number: “12 × read in Europe/London, because they name no time zone (--time-zone)”. */
export interface SourceNote {
  readonly what: string;
  readonly count: number;
}
