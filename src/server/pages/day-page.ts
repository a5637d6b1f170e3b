import type { View } from '#pages/frame/view.ts';
import type { Answer } from '../http/answer.ts';
import { documentPageAnswer } from './page-response.ts';
import { wholeDocument } from '../documents/document.ts';
import type { Service } from '../service.ts';

/** A page that changes at midnight, because it shows which talks are upcoming. */
export function dayPageAnswer(service: Service, html: string, view: View): Answer {
  return documentPageAnswer(wholeDocument(Buffer.from(html)), view, { dayEnds: service.nextMidnight(view.now) });
}
