import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { TalkContent } from '#pages/talk.ts';

/** The content of a talk's page. What is not given in `around` is empty. */
export function talkContent(details: TalkDetails, around: Partial<Omit<TalkContent, 'details'>> = {}): TalkContent {
  return {
    details,
    departmentsAbove: [],
    around: [],
    ...around,
  };
}
