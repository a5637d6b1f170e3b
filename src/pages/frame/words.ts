import { tight, type Html } from './html.ts';

/** A few words that somebody wrote, within a line of ours. */
export function words(text: string): Html {
  return tight`<bdi lang>${text}</bdi>`;
}
