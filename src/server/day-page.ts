import type { View } from '#pages/view.js';
import type { Answer } from './answer.js';
import { documentPageAnswer } from './page.js';
import { tagTextOf } from './rendered-talks.js';
import type { Service } from './service.js';

/** A page that is another one tomorrow, as what says which talks are still to come. */
export function dayPageAnswer(service: Service, html: string, view: View): Answer {
  const body = Buffer.from(html);
  const document = { body, tag: tagTextOf(body), release: undefined };
  return documentPageAnswer(document, view, { dayEnds: service.nextMidnight(view.now) });
}
