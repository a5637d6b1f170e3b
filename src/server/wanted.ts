import type { Problem } from '#catalogue/problem.js';
import type { Choice } from '#representations/negotiate.js';
import { readQuery } from '#search/query.js';
import { badRequest, HttpError } from './errors.js';
import type { Service } from './service.js';
import type { Target } from './target.js';

const PAIRS_LOOKED_AT = 1_000;

/** The values of every `format` parameter. */
export function formatsOf(query: string): readonly string[] {
  if (!query.includes('format') && !query.includes('%')) return NONE;
  return readQuery(query, PAIRS_LOOKED_AT)
    .filter(({ name }) => name === 'format')
    .map(({ value }) => value ?? '\ufffd');
}

const NONE: readonly string[] = [];

/**
 * The representation that a request asked for.
 * @param problems what is wrong with the request's other parameters: all of it is answered at once
 * @throws HttpError 400 or 406
 */
export function wanted(service: Service, target: Target, problems: readonly Problem[] = []): Choice {
  const negotiated = service.negotiation.answer(target.accept, formatsOf(target.query));
  if (negotiated.kind === 'malformed') throw badRequest([...problems, negotiated.problem]);
  if (problems.length > 0) throw badRequest(problems);
  if (negotiated.kind === 'chosen') return negotiated;
  throw new HttpError('not-acceptable', `There is ${negotiated.available.join(', ')}`);
}
