import type { TalkContent } from '#pages/talk-content.js';
import { talkPage } from '#pages/talk.js';
import type { View } from '#pages/view.js';
import { TALKS, type Pieces } from '#pages/pieces.js';
import { TALKS_HERE } from '#pages/talk-list.js';

/** A page in pieces as one text, with `TALKS_HERE` where talks go. */
export function piecesText({ parts }: Pieces): string {
  return parts.map((part) => (part === TALKS ? TALKS_HERE.markup : part.toString())).join('');
}

/** A talk's page as text. */
export function talkPageText(content: TalkContent, view: View): string {
  return piecesText(talkPage(content, view));
}
