import { ELEMENT_SCRIPTS } from '#pages/embed/element.ts';
import { fileAnswer, FOR_GOOD, ONE_FORM } from '../documents/document.ts';
import { DATA_POLICY, type Answer } from '../http/answer.ts';
import { notFound } from '../http/errors.ts';
import type { Service } from '../service.ts';
import type { Target } from '../http/application.ts';

/** The script of the custom element. The content of a version never changes. */
export function elementScriptAnswer(_service: Service, _target: Target, version: string): Answer {
  const script = ELEMENT_SCRIPTS.get(version);
  if (script === undefined)
    throw notFound(`There is no such version; there is ${[...ELEMENT_SCRIPTS.keys()].join(', ')}`);
  return fileAnswer(script.content, 'text/javascript; charset=utf-8', 'script', {
    ...ONE_FORM,
    headers: [...DATA_POLICY, 'Cross-Origin-Resource-Policy', 'cross-origin'],
    cacheControl: FOR_GOOD,
  });
}
