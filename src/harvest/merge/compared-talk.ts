import type { Slug } from '#catalogue/slug.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';

/** The fields by which talks are compared. */
export interface ComparedTalk {
  readonly slug: Slug;
  readonly title: string;
  readonly start: Timestamp;
  readonly end: Timestamp;
  /** As from `rememberedStart`; absent: not known. */
  readonly remembered?: Timestamp;
  readonly isCancelled: boolean;
  /** Names of its venue, and location details. */
  readonly places: readonly string[];
  /** Names of its speakers. */
  readonly people: readonly string[];
  /** The source that brings it; undefined: a stored talk. */
  readonly source?: string | undefined;
}

/** A talk with values that are computed once. Times are in seconds. */
export interface Prepared {
  readonly talk: ComparedTalk;
  readonly start: number;
  /** A day or longer: some sources have only the day of a talk. */
  readonly isLong: boolean;
  readonly titleWords: ReadonlySet<string>;
  readonly placeWords: ReadonlySet<string>;
  readonly people: ReadonlySet<string>;
}
