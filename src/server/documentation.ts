import { apiReferencePage } from '#pages/api-reference.js';
import { DATA_POLICY, type Answer } from './answer.js';
import { pageAnswer, viewOf } from './page.js';
import { tagTextOf } from './rendered-talks.js';
import type { Service } from './service.js';
import type { Target } from './target.js';

/** This interface, readable, and made of the same document that machines read. */
export function documentationPage(service: Service, target: Target): Answer {
  const view = viewOf(service, target);
  return pageAnswer(apiReferencePage(service.openapi, view), view);
}

export function openapiAnswer(service: Service): Answer {
  const body = Buffer.from(JSON.stringify(service.openapi, null, 2));
  return {
    status: 200,
    contentType: 'application/json',
    body,
    tag: tagTextOf(body),
    variant: 'openapi',
    headers: DATA_POLICY,
    keep: 'always',
    until: Infinity,
  };
}
