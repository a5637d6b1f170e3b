import type { TalkDetails } from '#catalogue/talk-details.ts';
import { html } from '../frame/html.ts';
import { aboutLine, talkItem, type ItemView } from '../lists/talk-item.ts';
import { searchedProse } from '../prose/prose.ts';
import type { Snippets } from './snippet.ts';

/** Stands between the parts of what is cached; no item contains it. */
const CUT = '<!---->';
const HERE = html`<!---->`;

/** A talk as an item of a list without what it is about, and its abstract as plain text: to be cached. See talkItem. */
export function unfilledItem(details: TalkDetails, view: ItemView, venueAround: string): string {
  const item = talkItem(details, view, venueAround, HERE).markup;
  return `${item}${CUT}${searchedProse(details.talk.description)}`;
}

/** The item with the words found in the abstract. */
export function filledItem(unfilled: string, snippets: Snippets): string {
  const [before = '', after = '', ...abstract] = unfilled.split(CUT);
  return `${before}${aboutLine(snippets(abstract.join(CUT))).markup}${after}`;
}
