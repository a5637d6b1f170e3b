import { documentAnswer, type Answer } from './answer.js';
import { tagTextOf } from './rendered-talks.js';
import type { Service } from './service.js';
import type { Target } from './target.js';
import { wanted } from './wanted.js';

/** Links to everything, so that a client needs to know no other address. */
export function entryPointAnswer(service: Service, target: Target): Answer {
  const choice = wanted(service, target);
  const body = choice.representation.entryPoint();
  return documentAnswer({ body, tag: tagTextOf(body) }, choice.contentType);
}
