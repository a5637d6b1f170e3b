import { alternateQuery, alternates } from '#representations/negotiation/alternates.ts';
import { absoluteLinks, publishedLinks } from '#representations/links/links.ts';
import { searchHead } from '#representations/links/search-head.ts';
import type { Publication, SearchHead } from '#representations/representation.ts';
import { parseFeed } from '#search/query/feed-question.ts';
import { parseGroup, parseListing } from '#search/query/question.ts';
import type { ParsedGroup, ParsedListing } from '#search/query/question.ts';
import type { Answer } from '../http/answer.ts';
import type { Document } from '../documents/document.ts';
import { notFound, valueOrThrow } from '../http/errors.ts';
import { listingFeedAnswer } from '../feeds/feed-answer.ts';
import { asItems, type ListingWriter, type TalkListKind } from './listing.ts';
import type { ApiService } from '../service.ts';
import type { Target } from '../http/application.ts';
import { type Address, isFeed, negotiated, requested, resourceAnswer } from './resource-answer.ts';

/**
 * A thing with the talks that it lists, between two dates or all. A series, collection or person
 * lists all its talks at once; the others may have very many, and are paginated.
 *
 * @param operation whose parameters are parsed
 */
export function listingAnswer<T>(kind: TalkListKind<T>, operation: 'listing' | 'group' | 'topic' = 'listing') {
  return (service: ApiService, target: Target, inPath: string, suffix: string): Answer | Promise<Answer> => {
    const { publication, rules, clock } = service;
    const now = clock.now();
    const found = negotiated(service, kind.kind, target, suffix);
    if (isFeed(found)) {
      const parsed = valueOrThrow(parseFeed(target.query, { operation, use: found.choice.format.use }, rules, now));
      const id = operation === 'topic' ? parsed.uri : inPath;
      const address: Address = (links) => kind.address(links, id);
      return listingFeedAnswer(service, kind, id, { choice: found.choice, parsed, address, now });
    }
    const { choice, parsed } = requested<ParsedListing | ParsedGroup>(
      found,
      operation === 'listing'
        ? parseListing(target.query, rules, now)
        : parseGroup(target.query, operation, rules, now),
    );
    const id = operation === 'topic' && 'uri' in parsed ? parsed.uri : inPath;
    const head = headOf(publication, kind, id, parsed);
    const document = listingDocument(service, kind, id, parsed, { head, writer: choice.representation });
    const address: Address = (links) => kind.address(links, id);
    const query = alternateQuery(parsed.parameters);
    return resourceAnswer(service, kind.kind, document, { choice, parsed, address, query, now });
  };
}

/** The document up to the given number of talks. */
function headOf<T>(
  publication: Publication,
  kind: TalkListKind<T>,
  id: string,
  parsed: ParsedListing | ParsedGroup,
): (total: number) => SearchHead {
  const { parameters } = parsed;
  const links = 'page' in parsed ? absoluteLinks(publication) : publishedLinks(publication);
  const address = kind.address(links, id);
  const others = alternates(kind.kind, address, alternateQuery(parameters));
  if (!('page' in parsed)) return (total) => ({ self: '', next: null, prev: null, total, alternates: others });
  const { page, count } = parsed;
  const path = address.slice(publication.baseUrl.length);
  return (total) => searchHead(publication, { path, parameters, page, count, total, alternates: others });
}

/** @throws HttpError 404 if it does not exist */
function listingDocument<T>(
  { catalogue, talkLists, assembler }: Pick<ApiService, 'catalogue' | 'talkLists' | 'assembler'>,
  kind: TalkListKind<T>,
  id: string,
  parsed: ParsedListing | ParsedGroup,
  { head, writer }: { readonly head: (total: number) => SearchHead; readonly writer: ListingWriter },
): Document {
  return catalogue.read((snapshot) => {
    const listed = kind.isId(id) ? talkLists.find(snapshot, kind, id) : undefined;
    if (listed === undefined) throw notFound(`No ${kind.noun} has this identifier`);
    const all = listed.talks(snapshot.index, parsed.window, Infinity);
    const skip = 'page' in parsed ? Math.min((parsed.page - 1) * parsed.count, all.length) : 0;
    const talks = 'page' in parsed ? all.subarray(skip, skip + parsed.count) : all;
    return assembler.listing(
      snapshot,
      asItems(writer, parsed.fields),
      talks,
      listed.envelope(writer, head(all.length)),
    );
  });
}
