import type { View } from '#pages/frame/view.ts';
import type { Answer } from '../http/answer.ts';
import { documentPageAnswer } from './page-response.ts';
import { wholeDocument } from '../documents/document.ts';
import type { PageService } from '../service.ts';

/** A page that changes at midnight, because it shows which talks are upcoming. */
export function dayPageAnswer({ clock }: Pick<PageService, 'clock'>, html: string, view: View): Answer {
  return documentPageAnswer(wholeDocument(Buffer.from(html)), view, { dayEnds: clock.nextMidnight(view.now) });
}
