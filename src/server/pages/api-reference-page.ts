import { apiReferencePage, apiReferencePart } from '#pages/api/api-reference.ts';
import { fileAnswer } from '../documents/document.ts';
import type { Answer } from '../http/answer.ts';
import { ERRORS, notFound } from '../http/errors.ts';
import { pageAnswer, viewOf, type ViewService } from './page-response.ts';
import type { Service } from '../service.ts';
import type { Target } from '../http/application.ts';

const ALL_ERRORS = Object.entries(ERRORS).map(([code, error]) => ({ code, ...error }));

/** The API reference, generated from the OpenAPI document. */
export function documentationPage(service: ViewService & Pick<Service, 'openapi'>, target: Target): Answer {
  const view = viewOf(service, target);
  return pageAnswer(apiReferencePage(service.openapi(), ALL_ERRORS, view), view);
}

/** One operation or schema of the API reference. */
export function documentationPartPage(
  service: ViewService & Pick<Service, 'openapi'>,
  target: Target,
  name: string,
): Answer {
  const view = viewOf(service, target);
  const page = apiReferencePart(service.openapi(), name, view);
  if (page === undefined) throw notFound('The interface has no operation or schema of this name');
  return pageAnswer(page, view);
}

export function openapiAnswer({ openapi }: Pick<Service, 'openapi'>): Answer {
  return fileAnswer(Buffer.from(JSON.stringify(openapi())), 'application/json', 'openapi');
}
