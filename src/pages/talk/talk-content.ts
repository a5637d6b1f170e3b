import type { Place } from '#catalogue/place.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { Named } from '#search/names/directory.ts';

/** A talk, and what is said of it that others know. */
export interface TalkContent {
  readonly details: TalkDetails;
  /** The venues that its venue is in, outermost first. */
  readonly venuesAbove: readonly Named[];
  /** What is known of who can get in: of the venue, or else of what it is in; `''` where nothing is. */
  readonly accessibility: string;
  /** By what its venue is found on a map: itself, or what it is in; null where there is none. */
  readonly mapped: Place | null;
  /** The organisations that its department belongs to, outermost first. */
  readonly departmentsAbove: readonly Named[];
  /** Which lists of talks stand around it. */
  readonly around: readonly Around[];
}

/** The lists of talks that stand around one, in this order: right before and after it in its series, and on the same things. */
export type Around = 'before' | 'after' | 'related';
