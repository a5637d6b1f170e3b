import type { Problem } from '#catalogue/problem.ts';
import type { Subject } from '#representations/negotiation/formats.ts';
import type { Choice, Negotiated, RepresentationChoice } from '#representations/negotiation/negotiate.ts';
import { readQuery } from '#search/query/query.ts';
import { badRequest, HttpError, notFound } from '../http/errors.ts';
import type { Service } from '../service.ts';
import type { Target } from '../http/target.ts';

const PAIRS_LOOKED_AT = 1_000;

/** The values of every `format` parameter. */
export function formatsOf(query: string): readonly string[] {
  if (!query.includes('format') && !query.includes('%')) return NONE;
  return readQuery(query, PAIRS_LOOKED_AT)
    .filter(({ name }) => name === 'format')
    .map(({ value }) => value ?? '\ufffd');
}

const NONE: readonly string[] = [];

/** The format that a request asked for. @param suffix as of the route that was found */
export function negotiated(service: Service, subject: Subject, target: Target, suffix: string): Negotiated {
  const formats = formatsOf(target.query);
  const given = service.rules.lenient === true ? formats.filter((name) => name !== '') : formats;
  return service.negotiation.answer(subject, { accept: target.accept, formats: given, suffix });
}

/** Whether talks are asked for in a form that other programs take over, which has parameters of its own. */
export function isFeed(found: Negotiated): boolean {
  return found.kind === 'chosen' && found.choice.kind === 'feed';
}

/**
 * The format, if there is one.
 * @param problems what is wrong with the request's parameters: all of it is answered at once
 * @throws HttpError 400, 404 or 406
 */
export function negotiatedOrThrow(found: Negotiated, problems: readonly Problem[] = []): Choice {
  if (found.kind === 'unknown-suffix')
    throw notFound(`Nothing is served with this suffix; there is ${found.available.join(', ')}`);
  if (found.kind === 'malformed') throw badRequest([...problems, found.problem]);
  if (problems.length > 0) throw badRequest(problems);
  if (found.kind === 'chosen') return found.choice;
  throw new HttpError('not-acceptable', `There is ${found.available.join(', ')}`);
}

/** As `settled`, where only a representation can have been found. */
export function representationOrThrow(found: Negotiated, problems: readonly Problem[] = []): RepresentationChoice {
  const choice = negotiatedOrThrow(found, problems);
  if (choice.kind === 'feed') throw new Error('a feed was taken for a representation');
  return choice;
}
