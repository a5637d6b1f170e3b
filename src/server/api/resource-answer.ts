import type { Result } from '#catalogue/problem.ts';
import { absoluteLinks, type Links, pathLinks } from '#representations/links/links.ts';
import { alternatesHeader } from '#representations/negotiation/alternates.ts';
import type { Format, Subject } from '#representations/negotiation/formats.ts';
import type { Choice, FeedChoice, Negotiated, RepresentationChoice } from '#representations/negotiation/negotiate.ts';
import type { Publication } from '#representations/representation.ts';
import { type IgnoredParameter, readQuery } from '#search/query/request.ts';
import type { ParsedRequest } from '#search/query/question.ts';
import { nextChange } from '../clock.ts';
import type { Document } from '../documents/document.ts';
import { type Answer, documentAnswer } from '../http/answer.ts';
import { badRequest, HttpError, valueOrThrow } from '../http/errors.ts';
import type { Target } from '../http/application.ts';
import type { ApiService } from '../service.ts';

/** A path without suffix. */
export type Address = (links: Links) => string;

/** The requested format, and where the others are. */
interface Asked {
  readonly choice: Pick<Choice, 'contentType'> & { readonly format: Format };
  readonly parsed: Partial<Pick<ParsedRequest, 'deprecatedDate' | 'dependsOn'>> & Pick<ParsedRequest, 'ignored'>;
  readonly address: Address;
  /** The query of the other formats, percent-encoded, with its `?`. */
  readonly query: string;
  /** The moment that `today` and `now` in the request refer to. */
  readonly now: Date;
}

/**
 * A document of talks or names, with headers for the other formats and for mistakes in the request. Expires
 * at midnight if it depends on today, and when a talk begins or ends if it depends on the moment.
 *
 * @param subject null if there are no other formats
 */
export function resourceAnswer(
  { publication, clock, catalogue }: Pick<ApiService, 'publication' | 'clock' | 'catalogue'>,
  subject: Subject | null,
  document: Document,
  { choice, parsed, address, query, now }: Asked,
): Answer {
  // A path is resolved against the requested address, and keeps the header short.
  const path = address(pathLinks(publication));
  const alternates = subject === null ? '' : alternatesHeader(subject, path, query, choice.format);
  const headers = parameterHeaders(publication, parsed);
  const { lastModified } = document;
  // A date in the future, from a clock that was ahead, is none (RFC 9110, 8.8.2.1), but will be one.
  const isAhead = lastModified !== undefined && lastModified * 1000 > now.getTime();
  const sent = isAhead ? { ...document, lastModified: undefined, keep: 'never' as const } : document;
  return documentAnswer(sent, choice.contentType, {
    headers: alternates === '' ? headers : [...headers, 'Link', alternates],
    changesAt: nextChange({ clock, catalogue }, parsed.dependsOn ?? 'nothing', now),
  });
}

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

/** 1 January 2016, when `dd/mm/yy` had been superseded by `yyyy-mm-dd` in OxTalks' API. */
const DEPRECATED_SINCE = '@1451606400';

/** Headers that tell the client what to fix in its request. */
export function parameterHeaders(
  publication: Publication,
  {
    deprecatedDate = false,
    ignored,
  }: { readonly deprecatedDate?: boolean; readonly ignored: readonly IgnoredParameter[] },
): readonly string[] {
  if (!deprecatedDate && ignored.length === 0) return NO_HEADERS;
  return [
    ...(deprecatedDate ? deprecation(publication) : NO_HEADERS),
    ...(ignored.length > 0 ? ignoredHeader(ignored) : NO_HEADERS),
  ];
}

const NO_HEADERS: readonly string[] = [];

/** Marks a date in the deprecated form (RFC 9745), with a link to an explanation. */
export function deprecation(publication: Publication): readonly string[] {
  return [
    'Deprecation',
    DEPRECATED_SINCE,
    'Link',
    `<${absoluteLinks(publication).docs}#searchTalks>; rel="deprecation"`,
  ];
}

export const IGNORED_PARAMETERS = 'Lectern-Ignored-Parameters';

/** Enough to help; a header must stay short whatever was requested. */
const MAX_NAMED = 10;
const LONGEST_NAME = 40;

/** A list of strings (RFC 9651): `"speakers";did-you-mean="speaker", "colour"`. */
function ignoredHeader(ignored: readonly IgnoredParameter[]): readonly string[] {
  const items = ignored
    .slice(0, MAX_NAMED)
    .map(({ name, likely }) => text(name) + (likely === undefined ? '' : `;did-you-mean=${text(likely)}`));
  return [IGNORED_PARAMETERS, items.join(', ')];
}

/** Such a string may contain only printable ASCII: anything else is percent-encoded. */
function text(name: string): string {
  const short = name.length > LONGEST_NAME ? name.slice(0, LONGEST_NAME) : name;
  const ascii = short
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[^ -~]/gu, encodeURIComponent)
    .replace(/["\\]/g, '\\$&');
  return `"${ascii}"`;
}
