import { documentAnswer } from '../http/answer.ts';
import type { Answer } from '../http/answer.ts';
import { fileAnswer, wholeDocument } from '../documents/document.ts';
import type { ApiService } from '../service.ts';
import type { Target } from '../http/application.ts';
import { negotiated, requested } from './resource-answer.ts';
import { CATALOGUE_SCHEMA } from '#representations/catalogue-schema.ts';

/** Links to everything, so that a client needs to know no other address. */
export function entryPointAnswer(service: Pick<ApiService, 'rules' | 'negotiation'>, target: Target): Answer {
  const found = negotiated(service, 'entry point', target, '');
  const { choice } = requested(found, { ok: true, value: undefined });
  return documentAnswer(wholeDocument(choice.representation.entryPoint()), choice.contentType);
}

const BODY = Buffer.from(JSON.stringify(CATALOGUE_SCHEMA));

/** The JSON Schema of the catalogue file. */
export function catalogueSchemaAnswer(): Answer {
  return fileAnswer(BODY, 'application/schema+json', 'schema');
}
