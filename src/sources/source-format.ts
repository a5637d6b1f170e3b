import type { Problem } from '#catalogue/problem.ts';
import type { CatalogueRecord } from '#catalogue/record.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { SourceCollection, SourceSeries, SourceTalk } from './source-talk.ts';

/** A format of other systems: an entry in the table of source-formats.ts. */
export interface SourceFormat {
  /** The value of `--from`. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /**
   * Whether a file that begins with these characters (at most 64 KiB, without a byte order mark) may be in this format.
   */
  readonly looksLike: (head: string) => boolean;
  /** Settings of the operator that it uses; default: none. */
  readonly settings?: readonly ReadSetting[];
  /** Which `--map` it has a use for, and what to write instead of others; default: any. */
  readonly map?: { readonly takes: (mapping: ReadOptions['mapping']) => boolean; readonly hint: string };
  /** Whether it reads more than one address (`SourceFile.further`). */
  readonly hasFurther?: true;
  /** Loads its reader; null for the catalogue's own format. */
  readonly load: (() => Promise<SourceReader>) | null;
}

/**
 * Reads a file a batch at a time, in bounded memory. Pure except for the chunks: no disk, no network, no clock. What is
 * wrong with the file is returned as problems; what the chunks throw is passed on.
 */
export type SourceReader = (file: SourceFile, options: ReadOptions) => AsyncIterable<SourceBatch>;

export interface SourceFile {
  /** For problems. */
  readonly name: string;
  /** Where it was fetched, to resolve relative addresses; `''` for a file on disk. */
  readonly address: string;
  /** The requested address, if it was redirected. */
  readonly ledFrom?: string;
  /** Uncompressed. Can be read once. */
  readonly chunks: AsyncIterable<Buffer>;
  /**
   * Reads another address of the same source, within the limits of the fetcher; absent for a file on disk. Throws as
   * chunks do.
   */
  readonly further?: Further;
}

export type Further = (address: string, ask?: FurtherAsk) => Promise<FurtherFile>;

/** How to request another address. */
export interface FurtherAsk {
  /** Media type; default: JSON. */
  readonly accept?: string;
  /** Every import requests it and it rarely changes: it is kept, and requested conditionally the next time. */
  readonly isLasting?: boolean;
  /** It need not be read if the first page has not changed. */
  readonly isAside?: boolean;
}

/** Another page of a source. */
export interface FurtherFile extends Omit<SourceFile, 'further'> {
  /** Whether an earlier import that was interrupted had fetched it. */
  readonly isKept: boolean;
}

export interface ReadOptions {
  /** IANA zone for times without one. */
  readonly zone: string;
  readonly now: Timestamp;
  /** Events that repeat without an end are expanded up to here. */
  readonly horizon: Timestamp;
  /** From field name (`title`, `start`, …) to what the file calls it. */
  readonly mapping: ReadonlyMap<string, string>;
  /** For dates such as 03/04/2026; null: decide by the file. */
  readonly dateOrder: DateOrder | null;
  /** Collections to read as well: slugs or addresses. */
  readonly collections: readonly string[];
  /** Names of the sheets of a workbook to read; default: those that are tables of talks. */
  readonly sheets?: readonly string[];
  /** Default: `read`. */
  readonly statusWords?: StatusWords | undefined;
  /** Default: `read`. */
  readonly speakersInText?: SpeakersInText | undefined;
}

/** Whether words such as “CANCELLED: ” in titles are read as a status, or are part of the title. */
export const STATUS_WORDS = ['read', 'ignore'] as const;
export type StatusWords = (typeof STATUS_WORDS)[number];

/** Whether speakers named in titles and descriptions of calendars and feeds are read. */
export const SPEAKERS_IN_TEXT = ['read', 'ignore'] as const;
export type SpeakersInText = (typeof SPEAKERS_IN_TEXT)[number];

/** Settings for formats that do not say what is what. */
export type ReadSetting = 'map' | 'date-order' | 'collection' | 'sheet';

/** Days ahead to which events that repeat without an end are expanded. */
export const DAYS_AHEAD = 550;

export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** From 1. */
export interface AnswerPage {
  readonly number: number;
  readonly count: number;
}

/** Part of a file. */
export interface SourceBatch {
  readonly talks: readonly SourceTalk[];
  /** Talks that must not be published (`hidden`): readers leave them among the talks, and `reviewed` moves them here. */
  readonly withheld?: readonly SourceTalk[];
  /** Entries that must not be published either, and cannot be read. */
  readonly withheldUnread?: readonly EntryKeys[];
  /** Each about one entry, which is left out, or not read whole. They do not stop the import of the others. */
  readonly problems?: readonly SourceProblem[];
  /** Why the file cannot be read any further. It stops the import; the batch is the last. */
  readonly failure?: SourceProblem;
  /** Decisions made while reading, with counts, for the summary; equal ones are added up. */
  readonly notes?: readonly SourceNote[];
  /** The source has more than this file, so nobody can tell what has disappeared from it. */
  readonly incomplete?: true;
  /** Which page of an answer the file is: the source is incomplete until there are files of all. */
  readonly page?: AnswerPage;
  /** Details of series, whose talks may have come earlier. */
  readonly series?: readonly SourceSeries[];
  /** Collections whose talks are in this batch or came earlier. */
  readonly collections?: readonly SourceCollection[];
  /** The talks come from a collection, which says nothing about those it does not contain. */
  readonly isListed?: true;
  /** Slugs of requested collections that no longer exist. */
  readonly goneCollections?: readonly string[];
  /** Slugs of all public collections that the source shows, even those that could not be read. */
  readonly shownCollections?: readonly string[];
  /** Other records, from formats whose identifiers are those of the catalogue. */
  readonly records?: readonly { readonly record: CatalogueRecord; readonly line: number }[];
}

/** By what an entry that cannot be read is recognised. */
export interface EntryKeys {
  /** The key of the talk, if that could be read. */
  readonly key?: string;
  /** Keys that the talk may have, if not just `key`: its own, or one that theirs begins with. Empty: unknown. */
  readonly mayBe?: readonly string[];
  /** Its talks may be parts of it, whose keys are its own, a slash and more. */
  readonly hasParts?: true;
}

export interface SourceProblem extends Problem, EntryKeys {
  /** From 1; 0 for the whole file. */
  readonly line: number;
  /** What of the entry is among the talks all the same, as `what` says. Default: nothing. */
  readonly read?: PartRead;
}

/** The first of the times at which an entry repeats; a talk without its end. */
export type PartRead = 'first-time' | 'without-end';

/** `what` follows a number: “12 × read in Europe/London, because they name no time zone (--time-zone)”. */
export interface SourceNote {
  readonly what: string;
  readonly count: number;
}
