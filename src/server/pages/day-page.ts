import type { View } from '#pages/frame/view.ts';
import type { Answer } from '../http/answer.ts';
import { documentPageAnswer } from './page-response.ts';
import { tagTextOf } from '../documents/render-cache.ts';
import type { Service } from '../service.ts';

/** A page that is another one tomorrow, as what says which talks are still to come. */
export function dayPageAnswer(service: Service, html: string, view: View): Answer {
  const body = Buffer.from(html);
  const document = { body, tag: tagTextOf(body), release: undefined };
  return documentPageAnswer(document, view, { dayEnds: service.nextMidnight(view.now) });
}
