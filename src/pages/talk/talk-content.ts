import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { Named } from '#search/names/directory.ts';

/** A talk, with related information. */
export interface TalkContent {
  readonly details: TalkDetails;
  /** The organisations that its department belongs to, outermost first. */
  readonly departmentsAbove: readonly Named[];
  /** The lists of talks shown around it. */
  readonly around: readonly Around[];
}

/**
 * The lists of talks around a talk, in this order: directly before and after it in its series, related talks to come,
 * and related talks that have begun.
 */
export type Around = 'before' | 'after' | 'related' | 'relatedPast';
