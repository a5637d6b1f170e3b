import type { Result } from '#catalogue/problem.ts';
import type { Subject } from '#representations/negotiation/formats.ts';
import type { FeedChoice, Negotiated, RepresentationChoice } from '#representations/negotiation/negotiate.ts';
import { readQuery } from '#search/query/query.ts';
import { badRequest, HttpError, valueOrThrow } from '../http/errors.ts';
import type { ApiService } from '../service.ts';
import type { Target } from '../http/target.ts';

/** The values of every `format` parameter that are not empty. */
export function formatsOf(query: string): readonly string[] {
  if (!query.includes('format') && !query.includes('%')) return NONE;
  return readQuery(query)
    .filter(({ name, value }) => name === 'format' && value !== '')
    .map(({ value }) => value ?? '\ufffd');
}

const NONE: readonly string[] = [];

/**
 * The format requested.
 *
 * @param suffix as in the route that was found
 */
export function negotiated(
  { negotiation }: Pick<ApiService, 'negotiation'>,
  subject: Subject,
  { query, accept }: Target,
  suffix: string,
): Negotiated {
  return negotiation.answer(subject, { accept, formats: formatsOf(query), suffix });
}

/** Whether talks are requested in a feed format, which has parameters of its own. */
export function isFeed(found: Negotiated): found is Negotiated & { readonly choice: FeedChoice } {
  return found.kind === 'chosen' && found.choice.kind === 'feed';
}

/**
 * The representation and parameters of a request for anything but a feed.
 *
 * @throws HttpError 400 or 406: errors in both are reported at once
 */
export function requested<T>(
  found: Negotiated,
  parsed: Result<T>,
): { readonly choice: RepresentationChoice; readonly parsed: T } {
  const problems = parsed.ok ? [] : parsed.problems;
  if (found.kind === 'malformed') throw badRequest([...problems, found.problem]);
  const value = valueOrThrow(parsed);
  if (found.kind === 'not-acceptable') throw new HttpError('not-acceptable', `There is ${found.available.join(', ')}`);
  if (found.choice.kind === 'feed') throw new Error('a feed was taken for a representation');
  return { choice: found.choice, parsed: value };
}
