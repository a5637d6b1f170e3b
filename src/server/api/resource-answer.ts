import { alternatesHeader } from '#representations/negotiation/alternates.ts';
import type { Format, Subject } from '#representations/negotiation/formats.ts';
import type { Choice } from '#representations/negotiation/negotiate.ts';
import { pathLinks, type Links } from '#representations/links/links.ts';
import type { ParsedRequest } from '#search/query/question.ts';
import type { Document } from '../documents/document.ts';
import { documentAnswer, type Answer } from '../http/answer.ts';
import { nextChange } from '../clock.ts';
import type { ApiService } from '../service.ts';
import { parameterHeaders } from './parameter-headers.ts';

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
