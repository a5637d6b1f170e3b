import type { Slug } from '#catalogue/slug.ts';
import type { FeedHead } from '#representations/feeds/feed.ts';
import { absoluteLinks, queryString } from '#representations/links/links.ts';
import type { FeedChoice } from '#representations/negotiation/negotiate.ts';
import type { ParsedFeed } from '#search/query/feed-question.ts';
import { linkHeaders, type AlternateAddress } from '../api/alternates.ts';
import { documentAnswer, type Answer } from '../http/answer.ts';
import { parameterHeaders } from '../api/parameter-headers.ts';
import type { Document } from '../documents/document.ts';
import { notFound } from '../http/errors.ts';
import type { FeedRequest } from './feed-documents.ts';
import type { TalkListKind } from '../api/listing.ts';
import type { Service } from '../service.ts';

/** Talks asked for in a form that other programs take over: which form, which talks, and where they are without it. */
export interface AskedFeed {
  readonly choice: FeedChoice;
  readonly parsed: ParsedFeed;
  readonly address: AlternateAddress;
}

/** @param id as the listing finds it */
export function listingFeedAnswer<T>(
  service: Service,
  kind: TalkListKind<T>,
  id: string,
  asked: AskedFeed,
): Answer | Promise<Answer> {
  const document = service.feeds.listing(kind, id, requestOf(service, asked));
  const answered = (found: Document | undefined): Answer => {
    if (found === undefined) throw notFound(`No ${kind.noun} has this identifier`);
    return feedAnswer(service, kind.kind, found, asked);
  };
  return document instanceof Promise ? document.then(answered) : answered(document);
}

export function talkFeedAnswer(service: Service, slug: Slug, asked: AskedFeed): Answer | Promise<Answer> {
  const request = { ...requestOf(service, asked), isUsual: asked.parsed.asked.length === 0 };
  const document = service.feeds.talk(slug, request);
  const answered = (found: Document | undefined): Answer => {
    if (found === undefined) throw notFound('No talk has this identifier');
    return feedAnswer(service, 'talk', found, asked);
  };
  return document instanceof Promise ? document.then(answered) : answered(document);
}

function requestOf({ feedWriters, publication }: Service, { choice, parsed, address }: AskedFeed): FeedRequest {
  const { format } = choice;
  const { cancelled, window, cut, asked } = parsed;
  return {
    writer: feedWriters.writer(format, parsed),
    cancelled,
    self: address(absoluteLinks(publication)) + (format.suffix ?? '') + queryString(asked),
    window,
    cut,
  };
}

function feedAnswer(
  service: Service,
  subject: FeedHead['kind'],
  document: Document,
  { choice, parsed, address }: AskedFeed,
): Answer {
  const { publication } = service;
  const query = queryString(parsed.asked);
  return documentAnswer(document, choice.contentType, {
    headers: [
      ...parameterHeaders(publication, parsed),
      ...linkHeaders(publication, subject, choice.format, { address, query }),
    ],
    dayEnds: parsed.relative ? service.nextMidnight(service.now()) : undefined,
  });
}
