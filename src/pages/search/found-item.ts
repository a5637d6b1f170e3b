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

/** The item with the words found in the abstract, in parts: most of it stays as it is. @param unfilled in UTF-8 */
export function filledItem(unfilled: Buffer, snippets: Snippets): readonly Buffer[] {
  const gap = unfilled.indexOf(CUT);
  const end = unfilled.indexOf(CUT, gap + CUT.length);
  const abstract = unfilled.toString('utf8', end + CUT.length);
  const about = Buffer.from(aboutLine(snippets(abstract)).markup);
  return [unfilled.subarray(0, gap), about, unfilled.subarray(gap + CUT.length, end)];
}
