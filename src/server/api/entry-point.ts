import { documentAnswer, type Answer } from '../http/answer.ts';
import { wholeDocument } from '../documents/document.ts';
import type { Service } from '../service.ts';
import type { Target } from '../http/target.ts';
import { negotiated, representationOrThrow } from './format-negotiation.ts';

/** Links to everything, so that a client needs to know no other address. */
export function entryPointAnswer(service: Service, target: Target): Answer {
  const choice = representationOrThrow(negotiated(service, 'entry point', target, ''));
  return documentAnswer(wholeDocument(choice.representation.entryPoint()), choice.contentType);
}
