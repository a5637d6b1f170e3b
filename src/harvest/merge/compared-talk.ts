import type { Slug } from '#catalogue/slug.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';

/** What a talk is compared by. */
export interface ComparedTalk {
  readonly slug: Slug;
  readonly title: string;
  readonly start: Timestamp;
  readonly end: Timestamp;
  readonly isCancelled: boolean;
  /** Its venue, and where it is in words. */
  readonly places: readonly string[];
  /** Names of its speakers. */
  readonly people: readonly string[];
  /** The source that brings it now; undefined of talks that were there. */
  readonly source?: string | undefined;
}

/** A talk with what is worked out once. Times are seconds. */
export interface Prepared {
  readonly talk: ComparedTalk;
  readonly start: number;
  /** A day or longer: of some sources, that is all that is known. */
  readonly isLong: boolean;
  readonly titleWords: ReadonlySet<string>;
  readonly placeWords: ReadonlySet<string>;
  readonly people: ReadonlySet<string>;
}
