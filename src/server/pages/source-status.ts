import { sourcePage } from '#pages/source-page.ts';
import { NEVER_RUN } from '#store/source-states.ts';
import type { Answer } from '../http/answer.ts';
import { notFound } from '../http/errors.ts';
import type { Target } from '../http/application.ts';
import type { Service } from '../service.ts';
import { pageAnswer, viewOf } from './page-response.ts';
import type { ViewService } from './page-response.ts';

/** The status page of a source, if the operator turned it on. It shows the current state, and must not be cached. */
export function sourcePageAnswer(service: ViewService & Pick<Service, 'instance'>, target: Target, id: string): Answer {
  const sources = service.instance.replica.sources ?? [];
  const listed = sources.find(({ name }) => inPath(name) === id);
  const { page, lastSuccess, nextRun, failures, talks } = listed?.state ?? NEVER_RUN;
  if (listed === undefined || page === null) throw notFound('No source of this name has a status page');
  const view = viewOf(service, target);
  const content = { name: listed.name, page, lastSuccess, nextRun, failures, talks };
  return { ...pageAnswer(sourcePage(content, view), view), tag: undefined, keep: 'never' };
}

/** A name as it is in a decoded path, where reserved characters such as `/` stay encoded. */
function inPath(name: string): string {
  return decodeURI(encodeURIComponent(name.toWellFormed()));
}
