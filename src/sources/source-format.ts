import type { Problem } from '#catalogue/problem.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { SourceCollection, SourceSeries, SourceTalk } from './source-talk.ts';

/** A format that sources can have: an entry in source-formats.ts. */
export interface SourceFormat {
  /** The value of `--from`. */
  readonly name: string;
  /** As shown to people. */
  readonly title: string;
  /**
   * Whether a file that begins with these characters (at most 64 KiB, without a byte order mark) may be in this format.
   */
  readonly looksLike: (head: string) => boolean;
  /** Import settings that the format uses; default: none. */
  readonly settings?: readonly ReadSetting[];
  /** Which `--map` it accepts, and the hint for others; default: any. */
  readonly map?: { readonly takes: (mapping: ReadOptions['mapping']) => boolean; readonly hint: string };
  /** True: reads more than one address (`SourceFile.further`). */
  readonly hasFurther?: true;
  /** Loads the reader; null for catalogue files. */
  readonly load: (() => Promise<SourceReader>) | null;
}

/**
 * Reads a file a batch at a time, in bounded memory. Pure except for the chunks: no disk, no network, no clock. Errors
 * in the file are returned as problems; errors that the chunks throw are rethrown.
 */
export type SourceReader = (file: SourceFile, options: ReadOptions) => AsyncIterable<SourceBatch>;

export interface SourceFile {
  /** Name of the file in problems. */
  readonly name: string;
  /** Address it was fetched from, to resolve relative addresses; `''` for a file on disk. */
  readonly address: string;
  /** The requested address, if the request was redirected. */
  readonly ledFrom?: string;
  /** Uncompressed. Can be read once. */
  readonly chunks: AsyncIterable<Buffer>;
  /**
   * Fetches another address of the same source, within the limits of the fetcher; absent for a file on disk. Throws the
   * same errors as `chunks`.
   */
  readonly further?: Further;
}

export type Further = (address: string, ask?: FurtherAsk) => Promise<FurtherFile>;

/** How to request another address. */
export interface FurtherAsk {
  /** Media type; default: JSON. */
  readonly accept?: string;
  /** True: requested by every import but rarely changed, so it is cached, and requested conditionally the next time. */
  readonly isLasting?: boolean;
  /** True: need not be read if the first page has not changed. */
  readonly isAside?: boolean;
}

/** Another page of a source. */
export interface FurtherFile extends Omit<SourceFile, 'further'> {
  /** Whether an earlier import, since interrupted, fetched it. */
  readonly isCached: boolean;
}

export interface ReadOptions {
  /** IANA zone of times that name none. */
  readonly zone: string;
  readonly now: Timestamp;
  /** Events that repeat without an end are expanded up to this time. */
  readonly horizon: Timestamp;
  /** From field name (`title`, `start`, …) to its name in the file. */
  readonly mapping: ReadonlyMap<string, string>;
  /** For dates such as 03/04/2026; null: inferred from the file. */
  readonly dateOrder: DateOrder | null;
  /** Year of dates that have none, as `YEAR`. Default: unknown. */
  readonly year?: string | undefined;
  /** Slugs or addresses of collections to read as well. */
  readonly collections: readonly string[];
  /** Sheets of a workbook to read, by name; default: those that are tables of talks. */
  readonly sheets?: readonly string[];
  /** True: a table with a column of slugs is refused. Slugs that the operator maps are read. */
  readonly refusesSlugs?: boolean;
  /** Default: `read`. */
  readonly statusWords?: StatusWords | undefined;
  /** Default: `read`. */
  readonly speakersInText?: SpeakersInText | undefined;
}

/** Whether words such as “CANCELLED: ” in titles set the status, or are part of the title. */
export const STATUS_WORDS = ['read', 'ignore'] as const;
export type StatusWords = (typeof STATUS_WORDS)[number];

/** Whether speakers named in titles and descriptions of calendars and feeds are read. */
export const SPEAKERS_IN_TEXT = ['read', 'ignore'] as const;
export type SpeakersInText = (typeof SPEAKERS_IN_TEXT)[number];

/** Settings for formats that need the operator's help. */
export type ReadSetting = 'map' | 'date-order' | 'collection' | 'sheet';

/** Days ahead to which events that repeat without an end are expanded. */
export const DAYS_AHEAD = 550;

export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** `2026`, or an academic year: `2026/27`. */
export const YEAR = '^(?:19|20)\\d\\d(?:/\\d\\d)?$';

/** From 1. */
export interface AnswerPage {
  readonly number: number;
  readonly count: number;
}

/** Part of a file. */
export interface SourceBatch {
  readonly talks: readonly SourceTalk[];
  /** Talks that must not be published (`hidden`): readers return them in `talks`, and `reviewed` moves them here. */
  readonly withheld?: readonly SourceTalk[];
  /** Entries that must not be published and could not be read. */
  readonly withheldUnread?: readonly EntryKeys[];
  /** Recurring events read in full: the source has withdrawn other occurrences of them. */
  readonly recurring?: readonly RecurringEvent[];
  /** Each is about one entry, which is skipped or imported in part. The other entries are still imported. */
  readonly problems?: readonly SourceProblem[];
  /** Why the file cannot be read any further. Stops the import; this batch is the last. */
  readonly failure?: SourceProblem;
  /** Decisions made while reading, for the summary; counts of equal ones are added up. */
  readonly notes?: readonly SourceNote[];
  /** Names of the properties, members or elements of entries, with how many entries have them. */
  readonly names?: ReadonlyMap<string, number>;
  /** Of a table, once. */
  readonly columns?: Columns;
  /** True: the source has more than this file, so no talk can be taken as gone. */
  readonly incomplete?: true;
  /** Which page of a response the file is: the source is incomplete until all its pages are read. */
  readonly page?: AnswerPage;
  /** Details of series, whose talks may have come earlier. */
  readonly series?: readonly SourceSeries[];
  /** Collections whose talks are in this batch or came earlier. */
  readonly collections?: readonly SourceCollection[];
  /** True: the talks come from a collection, which says nothing about other talks. */
  readonly isListed?: true;
  /** Slugs of requested collections that no longer exist. */
  readonly goneCollections?: readonly string[];
  /** Slugs of all public collections of the source, even those that could not be read. */
  readonly shownCollections?: readonly string[];
}

/** The time for which a source gives all occurrences of an event. Keys of occurrences are `key/20270308T100000Z`. */
export interface RecurringEvent {
  readonly key: string;
  /** From and to the moments of its first and last possible occurrence, written as in keys. */
  readonly from: string;
  readonly to: string;
}

/** Identifies an entry that cannot be read. */
export interface EntryKeys {
  /** Key of the talk, if it could be read. */
  readonly key?: string;
  /** Keys or key prefixes that the talk may have, if not just `key`. Empty: unknown. */
  readonly mayBe?: readonly string[];
  /** True: its talks may be parts of it, with keys that begin with its own key and a slash. */
  readonly hasParts?: true;
}

export interface SourceProblem extends Problem, EntryKeys {
  /** From 1; 0 for the whole file. */
  readonly line: number;
  /** Which part of the entry is imported anyway, as `what` says. Default: none. */
  readonly read?: PartRead;
}

/** `first-time`: only the first occurrence; `without-end`: a talk without its end. */
export type PartRead = 'first-time' | 'without-end';

/** `what` follows a number: “12 × read in Europe/London, because they name no time zone (--time-zone)”. */
export interface SourceNote {
  readonly what: string;
  readonly count: number;
  /** Default: a decision about what is read. */
  readonly about?: NoteAbout | undefined;
  /** The first of them. */
  readonly example?: NoteExample | undefined;
}

/**
 * `left-out`: something was left out. `columns`: the same as `SourceBatch.columns`, in words. `fields`: talks without a
 * field, as counts of the fields show too.
 */
export type NoteAbout = 'left-out' | 'columns' | 'fields';

export interface NoteExample {
  /** As in problems. */
  readonly line: number;
  /** `''`: unknown. */
  readonly title: string;
}

/** Where the fields of a table come from. */
export interface Columns {
  /** Field, and its columns in words. */
  readonly origins: readonly (readonly [string, string])[];
  /** Headers of columns that are left out. */
  readonly unused: readonly string[];
}
