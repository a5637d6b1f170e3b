import { correctingTo } from '../corrections/correct-talk.ts';
import type { Verb } from './verb.ts';

export const hideVerb: Verb = {
  name: 'hide',
  summary: 'Hide a talk, whatever its source says.',
  details:
    'Adds it to the corrections file, so that later imports and syncs do not bring the talk back. It disappears from pages, searches, calendars, feeds and the API as if it had been removed, and clients that follow changes are told to remove it. Running servers notice within two seconds. With --undo, it is shown again.',
  examples: [
    'lectern hide 0c9a2f4e-3b1d-4e5f-8a7b-6c5d4e3f2a1b',
    'lectern hide --undo https://talks.example.org/talks/id/0c9a2f4e-3b1d-4e5f-8a7b-6c5d4e3f2a1b',
  ],
  ...correctingTo('hidden'),
};
