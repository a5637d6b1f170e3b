import type { Slug } from '#catalogue/slug.ts';
import { absoluteLinks, queryString } from '#representations/links/links.ts';
import type { Subject } from '#representations/negotiation/formats.ts';
import type { FeedChoice } from '#representations/negotiation/negotiate.ts';
import type { ParsedFeed } from '#search/query/feed-question.ts';
import { resourceAnswer, type Address } from '../api/resource-answer.ts';
import type { Answer } from '../http/answer.ts';
import { notFound } from '../http/errors.ts';
import { listingFeed, talkFeed, type FeedRequest } from './feed-documents.ts';
import type { TalkListKind } from '../api/listing.ts';
import type { ApiService } from '../service.ts';

/** Talks requested in a feed format: which format, which talks, and their address without it. */
interface AskedFeed {
  readonly choice: FeedChoice;
  readonly parsed: ParsedFeed;
  readonly address: Address;
  /** As in resourceAnswer. */
  readonly now: Date;
}

/**
 * @param id as for the listing
 * @param subject null if it is available in this format only, and so without links to others
 *
 * @throws HttpError 404 if it does not exist
 */
export async function listingFeedAnswer<T>(
  service: ApiService,
  kind: TalkListKind<T>,
  id: string,
  asked: AskedFeed,
  subject: Subject | null = kind.kind,
): Promise<Answer> {
  const document = kind.isId(id) ? await listingFeed(service, kind, id, requestOf(service, asked)) : undefined;
  if (document !== undefined)
    return resourceAnswer(service, subject, document, { ...asked, query: queryString(asked.parsed.asked) });
  if (kind.unlisted !== undefined && service.unlistedCalendars && asked.choice.format.use === 'calendar')
    return listingFeedAnswer(service, kind.unlisted, id, asked, null);
  throw notFound(`No ${kind.noun} has this identifier`);
}

export async function talkFeedAnswer(service: ApiService, slug: Slug, asked: AskedFeed): Promise<Answer> {
  const request = { ...requestOf(service, asked), isUsual: asked.parsed.asked.length === 0 };
  const document = await talkFeed(service, slug, request);
  if (document === undefined) throw notFound('No talk has this identifier');
  return resourceAnswer(service, 'talk', document, { ...asked, query: queryString(asked.parsed.asked) });
}

function requestOf(
  { feedWriters, publication }: Pick<ApiService, 'feedWriters' | 'publication'>,
  { choice, parsed, address }: AskedFeed,
): FeedRequest {
  const { format } = choice;
  const { cancelled, window, cut, dependsOn, asked } = parsed;
  return {
    writer: feedWriters.writer(format, parsed),
    cancelled,
    self: address(absoluteLinks(publication)) + (format.suffix ?? '') + queryString(asked),
    window,
    cut,
    dependsOn,
  };
}
