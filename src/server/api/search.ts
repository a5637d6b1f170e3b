import { alternateQuery, alternates } from '#representations/negotiation/alternates.ts';
import { absoluteLinks, type Links } from '#representations/links/links.ts';
import { searchHead } from '#representations/links/search-head.ts';
import type { Representation } from '#representations/representation.ts';
import { parseFeed } from '#search/query/feed-question.ts';
import { parseSearch, type ParsedSearch } from '#search/query/question.ts';
import { linkHeaders } from './alternates.ts';
import { changesDocument } from './changes.ts';
import { documentAnswer, type Answer } from '../http/answer.ts';
import type { Document } from '../documents/document.ts';
import { listingFeedAnswer } from '../feeds/feed-answer.ts';
import { searchKey, searchListing } from '../pages/search-listing.ts';
import { asTalks } from './listing.ts';
import { parameterHeaders } from './parameter-headers.ts';
import type { Service } from '../service.ts';
import type { Target } from '../http/target.ts';
import { isFeed, negotiated, negotiatedOrThrow } from './format-negotiation.ts';

/** interface.md 4.1; the links of an answer stay on the path that was asked. */
export function searchAnswer(path: 'talkSearch' | 'eventSearch') {
  return async (service: Service, target: Target, _id: string, suffix: string): Promise<Answer> => {
    const now = service.now();
    const found = negotiated(service, 'search', target, suffix);
    if (isFeed(found)) return searchFeedAnswer(path, service, target, suffix);
    const parsed = parseSearch(target.query, service.rules, now);
    const choice = negotiatedOrThrow(found, parsed.ok ? [] : parsed.problems);
    if (!parsed.ok || choice.kind === 'feed') throw new Error('a malformed search got past its problems');
    const { since, parameters, relative } = parsed.value;
    const address = (links: Links): string => links[path];
    const at = address(absoluteLinks(service.publication));
    const document =
      since === null
        ? await searchDocument(service, at, parsed.value, choice.representation)
        : await changesDocument(service, at, parsed.value, since, choice.representation);
    return documentAnswer(document, choice.contentType, {
      headers: [
        ...parameterHeaders(service.publication, parsed.value),
        ...linkHeaders(service.publication, 'search', choice.format, { address, query: alternateQuery(parameters) }),
      ],
      dayEnds: relative ? service.nextMidnight(now) : undefined,
    });
  };
}

/** @param address absolute, without a query */
function searchDocument(
  { publication, catalogue, assembler }: Service,
  address: string,
  { question, parameters }: ParsedSearch,
  representation: Representation,
): Promise<Document> {
  const { page, count } = question;
  const path = address.slice(publication.baseUrl.length);
  const others = alternates('search', address, alternateQuery(parameters));
  return catalogue.read((snapshot) => {
    const { talks, total } = snapshot.index.answer(question);
    const head = searchHead(publication, { path, parameters, page, count, total, alternates: others });
    return assembler.listing(snapshot, asTalks(representation), talks, representation.search(head));
  });
}

function searchFeedAnswer(
  path: 'talkSearch' | 'eventSearch',
  service: Service,
  target: Target,
  suffix: string,
): Promise<Answer> {
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
