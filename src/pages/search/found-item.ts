import type { TalkDetails } from '#catalogue/talk-details.ts';
import { type Span, type TextQuery, wordFinder } from '#search/query/text-query.ts';
import { html, type Html, NOTHING } from '../frame/html.ts';
import { aboutLine, type ItemView, talkItem } from '../lists/talk-list.ts';
import { cutAtWord, searchedProse } from '../prose/prose.ts';

/** A list item with a snippet of the abstract, if that has the words that were searched for. See talkItem. */
export function foundItem(details: TalkDetails, view: ItemView, venueAround: string, snippets: Snippets): string {
  const snippet = snippets(searchedProse(details.talk.description));
  const about = snippet.markup.includes('<mark>') ? aboutLine(snippet) : NOTHING;
  return talkItem(details, view, venueAround, about).markup;
}

/** UTF-16 units of a snippet, and of its part before the first word found. */
const MAX_LENGTH = 160;
const BEFORE = 50;

/** Shortens text on one line to the part around the first word found, and marks the words found in it. */
type Snippets = (text: string) => Html;

export function snippetsFor(query: TextQuery): Snippets {
  const find = wordFinder(query);
  return (text) => {
    const found = find(text);
    const [first] = found;
    if (first === undefined) return html`${cutAtWord(text, MAX_LENGTH)}`;
    const from = beginningFor(first, text);
    const cut = cutAtWord(text.slice(from), Math.max(MAX_LENGTH, first.to - from));
    const end = from + cut.length;
    return html`${from > 0 ? '…' : ''}${marked(
      text,
      cut,
      from,
      found.filter(({ to }) => to <= end),
    )}`;
  };
}

/** Where a snippet begins: at a word shortly before the first one found, or at the beginning of the text. */
function beginningFor({ from }: Span, text: string): number {
  const earliest = Math.min(from - BEFORE, text.length - MAX_LENGTH);
  if (earliest <= 0) return 0;
  const space = text.indexOf(' ', earliest - 1);
  if (space !== -1 && space < from) return space + 1;
  // In text without spaces, do not begin within a character.
  return /^[\p{M}\u200d\udc00-\udfff]/u.test(text.slice(earliest)) ? from : earliest;
}

/** @param cut the text from `from`, perhaps cut */
function marked(text: string, cut: string, from: number, spans: readonly Span[]): readonly Html[] {
  const pieces: Html[] = [];
  let at = from;
  for (const span of spans) {
    pieces.push(html`${text.slice(at, span.from)}<mark>${text.slice(span.from, span.to)}</mark>`);
    at = span.to;
  }
  return [...pieces, html`${cut.slice(at - from)}`];
}
