import type { TalkDetails } from '#catalogue/talk-details.ts';
import { html } from '../frame/html.ts';
import { aboutLine, talkItem, type ItemView } from '../lists/talk-item.ts';
import { searchedProse } from '../prose/prose.ts';
import type { Snippets } from './snippet.ts';

/** Separates the cached parts; no item contains it. */
const CUT = '<!---->';
const HERE = html`<!---->`;

/** What is cached of a talk: its list item without the line about it, and its abstract as plain text. See talkItem. */
export function unfilledItem(details: TalkDetails, view: ItemView, venueAround: string): string {
  const item = talkItem(details, view, venueAround, HERE).markup;
  return `${item}${CUT}${searchedProse(details.talk.description)}`;
}

/** The item with a snippet of its abstract, in parts, most of them unchanged. @param unfilled in UTF-8 */
export function filledItem(unfilled: Buffer, snippets: Snippets): readonly Buffer[] {
  const gap = unfilled.indexOf(CUT);
  const end = unfilled.indexOf(CUT, gap + CUT.length);
  const abstract = unfilled.toString('utf8', end + CUT.length);
  const about = Buffer.from(aboutLine(snippets(abstract)).markup);
  return [unfilled.subarray(0, gap), about, unfilled.subarray(gap + CUT.length, end)];
}
