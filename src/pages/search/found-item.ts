import type { TalkDetails } from '#catalogue/talk-details.ts';
import { aboutLine, talkItem, type ItemView } from '../lists/talk-item.ts';
import { searchedProse } from '../prose/prose.ts';
import type { Snippets } from './snippet.ts';

/** A list item with a snippet of the abstract in place of the line about the talk. See talkItem. */
export function foundItem(details: TalkDetails, view: ItemView, venueAround: string, snippets: Snippets): string {
  const about = aboutLine(snippets(searchedProse(details.talk.description)));
  return talkItem(details, view, venueAround, about).markup;
}
