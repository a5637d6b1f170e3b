import type { TalkDetails } from '#catalogue/talk-details.ts';
import { NOTHING } from '../frame/html.ts';
import { aboutLine, talkItem, type ItemView } from '../lists/talk-item.ts';
import { searchedProse } from '../prose/prose.ts';
import type { Snippets } from './snippet.ts';

/** A list item with a snippet of the abstract, if that has the words that were searched for. See talkItem. */
export function foundItem(details: TalkDetails, view: ItemView, venueAround: string, snippets: Snippets): string {
  const snippet = snippets(searchedProse(details.talk.description));
  const about = snippet.markup.includes('<mark>') ? aboutLine(snippet) : NOTHING;
  return talkItem(details, view, venueAround, about).markup;
}
