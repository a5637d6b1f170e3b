import { apiReferencePage } from '#pages/api-reference.js';
import { DATA_POLICY, type Answer } from './answer.js';
import { pageAnswer } from './pages.js';
import { tagTextOf } from './rendered-talks.js';
import type { Service } from './service.js';

/** This interface, readable, and made of the same document that machines read. */
export function documentationPage(service: Service): Answer {
  return pageAnswer(apiReferencePage(service.openapi, service.publication));
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
