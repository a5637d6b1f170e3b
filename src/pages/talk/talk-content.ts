import type { Place } from '#catalogue/place.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { Named } from '#search/names/directory.ts';

/** A talk, with related information. */
export interface TalkContent {
  readonly details: TalkDetails;
  /** The venues that its venue is in, outermost first. */
  readonly venuesAbove: readonly Named[];
  /** Accessibility information of the venue, or else of a place that it is part of; `''` if unknown. */
  readonly accessibility: string;
  /** The place to show on a map: its venue or a place that the venue is part of; null if there is none. */
  readonly mapped: Place | null;
  /** The organisations that its department belongs to, outermost first. */
  readonly departmentsAbove: readonly Named[];
  /** The lists of talks shown around it. */
  readonly around: readonly Around[];
}

/** The lists of talks around a talk, in this order: directly before and after it in its series, and related talks. */
export type Around = 'before' | 'after' | 'related';
