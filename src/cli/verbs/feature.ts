import { correctingTo } from '../corrections/correct-talk.ts';
import type { Verb } from './verb.ts';

export const featureVerb: Verb = {
  name: 'feature',
  summary: 'Recommend a talk on the home page until it is over.',
  details:
    'Adds it to the corrections file. If there are several such talks, the home page shows the first that is not over; it takes precedence over --featured. Pages are cached for up to a minute, so it may take that long to show. With --undo, the talk is no longer recommended.',
  examples: [
    'lectern feature 0c9a2f4e-3b1d-4e5f-8a7b-6c5d4e3f2a1b',
    'lectern feature --undo 0c9a2f4e-3b1d-4e5f-8a7b-6c5d4e3f2a1b',
  ],
  ...correctingTo('featured'),
};
