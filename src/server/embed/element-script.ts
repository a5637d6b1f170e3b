import { ELEMENT_SCRIPTS } from '#pages/embed/element.ts';
import { tagTextOf } from '../documents/tag.ts';
import { DATA_POLICY, type Answer } from '../http/answer.ts';
import { notFound } from '../http/errors.ts';
import type { Service } from '../service.ts';
import type { Target } from '../http/target.ts';

/** The script of the custom element. The content of a version never changes (RFC 8246). */
export function elementScriptAnswer(_service: Service, _target: Target, version: string): Answer {
  const script = ELEMENT_SCRIPTS.get(version);
  if (script === undefined)
    throw notFound(`There is no such version; there is ${[...ELEMENT_SCRIPTS.keys()].join(', ')}`);
  return {
    status: 200,
    contentType: 'text/javascript; charset=utf-8',
    body: script.content,
    tag: tagTextOf(script.content),
    variant: 'script',
    headers: [...DATA_POLICY, 'Cross-Origin-Resource-Policy', 'cross-origin'],
    vary: 'Accept-Encoding',
    cacheControl: 'public, max-age=31536000, immutable',
    keep: 'always',
    until: Infinity,
  };
}
