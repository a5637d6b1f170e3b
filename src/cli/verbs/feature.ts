import { TALK_HELP, UNDO, correctTalk } from '../corrections/correct-talk.ts';
import { DRY_RUN } from '../settings/dry-run.ts';
import { isOn } from '../settings/option.ts';
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
  arguments: { '<talk>': TALK_HELP },
  settings: ['database', 'timeZone', 'corrections'],
  options: [UNDO, DRY_RUN],
  run: (call) => {
    const isUndone = isOn(UNDO, call.flags);
    return correctTalk(call, isUndone ? { set: {}, unset: ['featured'] } : { set: { featured: true }, unset: [] });
  },
};
