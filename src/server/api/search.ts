import { alternateQuery, alternates } from '#representations/negotiation/alternates.ts';
import { absoluteLinks, searchHead, type Links } from '#representations/links/links.ts';
import { parseFeed } from '#search/query/feed-question.ts';
import { parseSearch } from '#search/query/question.ts';
import { linkHeaders } from './alternates.ts';
import { changesDocument } from './changes.ts';
import { documentAnswer, type Answer } from '../http/answer.ts';
import type { Document } from '../documents/document.ts';
import { listingFeedAnswer } from '../feeds/feed-answer.ts';
import { searchKey, searchListing } from '../pages/search-listing.ts';
import { parameterHeaders } from './parameter-headers.ts';
import type { Service } from '../service.ts';
import type { Target } from '../http/target.ts';
import { isFeed, negotiated, negotiatedOrThrow } from './format-negotiation.ts';

/** interface.md 4.1; the links of an answer stay on the path that was asked. */
export function searchAnswer(path: 'talkSearch' | 'eventSearch') {
  return (service: Service, target: Target, _id: string, suffix: string): Answer | Promise<Answer> => {
    const now = service.now();
    const found = negotiated(service, 'search', target, suffix);
    if (isFeed(found)) return searchFeedAnswer(path, service, target, suffix);
    const parsed = parseSearch(target.query, service.rules, now);
    const choice = negotiatedOrThrow(found, parsed.ok ? [] : parsed.problems);
    if (!parsed.ok || choice.kind === 'feed') throw new Error('a malformed search got past its problems');
    const { publication } = service;
    const { question, since, parameters, relative } = parsed.value;
    const query = alternateQuery(parameters);
    const address = (links: Links): string => links[path];
    const answered = (document: Document): Answer =>
      documentAnswer(document, choice.contentType, {
        headers: [
          ...parameterHeaders(publication, parsed.value),
          ...linkHeaders(publication, 'search', choice.format, { address, query }),
        ],
        dayEnds: relative ? service.nextMidnight(now) : undefined,
      });
    const { page, count } = question;
    const at = address(absoluteLinks(publication));
    if (since !== null) return changesDocument(service, at, parsed.value, since, choice.representation).then(answered);
    const document = service.library.search(question, choice.representation, (total) =>
      choice.representation.search(
        searchHead(publication, {
          path: at.slice(publication.baseUrl.length),
          parameters,
          page,
          count,
          total,
          alternates: alternates('search', at, query),
        }),
      ),
    );
    return document instanceof Promise ? document.then(answered) : answered(document);
  };
}

function searchFeedAnswer(
  path: 'talkSearch' | 'eventSearch',
  service: Service,
  target: Target,
  suffix: string,
): Answer | Promise<Answer> {
  const parsed = parseFeed(target.query, 'search', service.rules, service.now());
  const choice = negotiatedOrThrow(negotiated(service, 'search', target, suffix), parsed.ok ? [] : parsed.problems);
  if (!parsed.ok || choice.kind !== 'feed') throw new Error('a malformed feed got past its problems');
  const { filters, asked } = parsed.value;
  const address = (links: Links): string => links[path];
  return listingFeedAnswer(service, searchListing(filters, asked), searchKey(asked), {
    choice,
    parsed: parsed.value,
    address,
  });
}
