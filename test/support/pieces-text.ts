import type { Around, TalkContent } from '#pages/talk/talk-content.ts';
import { talksAround } from '#pages/talk/talk-neighbours.ts';
import { writtenTalk } from '#pages/talk/talk.ts';
import type { View } from '#pages/frame/view.ts';
import { Fragments, TALKS } from '#pages/pieces.ts';
import { TALKS_HERE } from '#pages/lists/talk-list.ts';

/** A page in pieces as one text, with `TALKS_HERE` where talks go. */
export function piecesText({ parts }: Fragments): string {
  return parts.map((part) => (part === TALKS ? TALKS_HERE.markup : part.toString())).join('');
}

/** A talk's page as text, with the talks around it. */
export function talkPageText(content: TalkContent & { readonly around: readonly Around[] }, view: View): string {
  const { before, after } = writtenTalk(content, view);
  return piecesText(new Fragments([before, ...talksAround(content.around, view.messages), after]));
}
