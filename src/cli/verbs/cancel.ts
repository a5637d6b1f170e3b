import { correctingTo } from '../corrections/correct-talk.ts';
import type { Verb } from './verb.ts';

export const cancelVerb: Verb = {
  name: 'cancel',
  summary: 'Cancel a talk, whatever its source says.',
  details:
    'Adds it to the corrections file, so that later imports and syncs leave the talk cancelled. Pages and feeds show it as cancelled, and subscribed calendars are updated. Running servers notice within two seconds. With --undo, the talk has the status from its source again.',
  examples: [
    'lectern cancel 0c9a2f4e-3b1d-4e5f-8a7b-6c5d4e3f2a1b',
    'lectern cancel --undo 0c9a2f4e-3b1d-4e5f-8a7b-6c5d4e3f2a1b',
  ],
  ...correctingTo('cancelled'),
};
