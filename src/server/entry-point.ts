import { documentAnswer, type Answer } from './answer.js';
import { tagTextOf } from './rendered-talks.js';
import type { Service } from './service.js';
import type { Target } from './target.js';
import { negotiated, settledRepresentation } from './wanted.js';

/** Links to everything, so that a client needs to know no other address. */
export function entryPointAnswer(service: Service, target: Target): Answer {
  const choice = settledRepresentation(negotiated(service, 'entry point', target, ''));
  const body = choice.representation.entryPoint();
  return documentAnswer({ body, tag: tagTextOf(body) }, choice.contentType);
}
