import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { Around, TalkContent } from '#pages/talk/talk-content.ts';

type Shown = TalkContent & { readonly around: readonly Around[] };

/** A talk's page with nothing around the talk but what is given. */
export function talkContent(details: TalkDetails, around: Partial<Omit<Shown, 'details'>> = {}): Shown {
  return {
    details,
    venuesAbove: [],
    accessibility: '',
    mapped: details.venue,
    departmentsAbove: [],
    around: [],
    ...around,
  };
}
