import type { View } from '#pages/frame/view.ts';
import type { Answer } from '../http/answer.ts';
import { documentPageAnswer } from './page-response.ts';
import { wholeDocument } from '../documents/document.ts';
import type { Service } from '../service.ts';

/** A page that is another one tomorrow, as what says which talks are still to come. */
export function dayPageAnswer(service: Service, html: string, view: View): Answer {
  return documentPageAnswer(wholeDocument(Buffer.from(html)), view, { dayEnds: service.nextMidnight(view.now) });
}
