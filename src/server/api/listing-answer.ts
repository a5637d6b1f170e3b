import { alternateQuery, alternates } from '#representations/negotiation/alternates.ts';
import { publishedLinks, absoluteLinks } from '#representations/links/links.ts';
import { searchHead } from '#representations/links/search-head.ts';
import type { RepresentationChoice } from '#representations/negotiation/negotiate.ts';
import type { SearchHead } from '#representations/representation.ts';
import { parseFeed } from '#search/query/feed-question.ts';
import type { Operation } from '#search/query/parameters.ts';
import {
  parseGroup,
  parseListing,
  type Page,
  type ParsedGroup,
  type ParsedListing,
  type Window,
} from '#search/query/question.ts';
import { linkHeaders, type AlternateAddress } from './alternates.ts';
import { documentAnswer, type Answer } from '../http/answer.ts';
import type { Document } from '../documents/document.ts';
import { notFound } from '../http/errors.ts';
import { listingFeedAnswer } from '../feeds/feed-answer.ts';
import { asItems, type ListingWriter, type TalkListKind } from './listing.ts';
import { parameterHeaders } from './parameter-headers.ts';
import type { Service } from '../service.ts';
import type { Target } from '../http/target.ts';
import { isFeed, negotiated, negotiatedOrThrow } from './format-negotiation.ts';

/** Which of the talks of a list are asked for, and what stands before them. */
interface ListingRequest {
  readonly window: Window;
  /** Null: all at once. */
  readonly page: Page | null;
  readonly head: (total: number) => SearchHead;
}

type AnswerListing = (service: Service, target: Target, id: string, suffix: string) => Promise<Answer>;

/** interface.md 4.3 and 4.4: a thing with the talks that it lists, between two dates or all. */
export function listingAnswer<T>(kind: TalkListKind<T>): AnswerListing {
  return async (service, target, id, suffix) => {
    const now = service.now();
    const found = negotiated(service, kind.kind, target, suffix);
    if (isFeed(found)) return feedOf(kind, 'listing', { service, target, id, suffix });
    const parsed = parseListing(target.query, service.rules, now);
    const choice = negotiatedOrThrow(found, parsed.ok ? [] : parsed.problems);
    if (!parsed.ok || choice.kind === 'feed') throw new Error('a malformed listing got past its problems');
    const { publication } = service;
    const address: AlternateAddress = (links) => kind.address(links, id);
    const others = alternates(kind.kind, address(publishedLinks(publication)), alternateQuery(parsed.value.parameters));
    const request: ListingRequest = {
      window: parsed.value.window,
      page: null,
      head: (total) => ({ self: '', next: null, prev: null, total, alternates: others }),
    };
    return answerOf(service, kind, { id, parsed: parsed.value, request, choice, now });
  };
}

/** The same, a page at a time: of these there may be very many. @param operation of which the parameters are */
export function groupAnswer<T>(kind: TalkListKind<T>, operation: 'group' | 'topic'): AnswerListing {
  return async (service, target, inPath, suffix) => {
    const now = service.now();
    const found = negotiated(service, kind.kind, target, suffix);
    if (isFeed(found)) return feedOf(kind, operation, { service, target, id: inPath, suffix });
    const parsed = parseGroup(target.query, operation, service.rules, now);
    const choice = negotiatedOrThrow(found, parsed.ok ? [] : parsed.problems);
    if (!parsed.ok || choice.kind === 'feed') throw new Error('a malformed listing got past its problems');
    const id = operation === 'topic' ? parsed.value.uri : inPath;
    const request = groupRequest(service, kind, id, parsed.value);
    return answerOf(service, kind, { id, parsed: parsed.value, request, choice, now });
  };
}

function groupRequest<T>(
  { publication }: Service,
  kind: TalkListKind<T>,
  id: string,
  parsed: ParsedGroup,
): ListingRequest {
  const { parameters, page, count, window } = parsed;
  const address = kind.address(absoluteLinks(publication), id);
  const path = address.slice(publication.baseUrl.length);
  const others = alternates(kind.kind, address, alternateQuery(parameters));
  return {
    window,
    page: { page, count },
    head: (total) => searchHead(publication, { path, parameters, page, count, total, alternates: others }),
  };
}

interface Asked {
  readonly id: string;
  readonly parsed: ParsedListing;
  readonly request: ListingRequest;
  readonly choice: RepresentationChoice;
  readonly now: Date;
}

async function answerOf<T>(service: Service, kind: TalkListKind<T>, asked: Asked): Promise<Answer> {
  const { id, parsed, request, choice, now } = asked;
  const { publication } = service;
  const document = kind.isId(id) ? await listingDocument(service, kind, id, request, choice.representation) : undefined;
  if (document === undefined) throw notFound(`No ${kind.noun} has this identifier`);
  const query = alternateQuery(parsed.parameters);
  const address: AlternateAddress = (links) => kind.address(links, id);
  return documentAnswer(document, choice.contentType, {
    headers: [
      ...parameterHeaders(publication, parsed),
      ...linkHeaders(publication, kind.kind, choice.format, { address, query }),
    ],
    dayEnds: parsed.relative ? service.nextMidnight(now) : undefined,
  });
}

/** Undefined when there is no such thing. */
function listingDocument<T>(
  { catalogue, talkLists, assembler }: Service,
  kind: TalkListKind<T>,
  id: string,
  { window, page, head }: ListingRequest,
  writer: ListingWriter,
): Promise<Document | undefined> {
  return catalogue.read(async (snapshot) => {
    const listed = await talkLists.find(snapshot, kind, id);
    if (listed === undefined) return undefined;
    const all = listed.talks(snapshot.index, window, Infinity);
    const skip = page === null ? 0 : Math.min((page.page - 1) * page.count, all.length);
    const talks = page === null ? all : all.subarray(skip, skip + page.count);
    return assembler.listing(snapshot, asItems(writer), talks, listed.envelope(writer, head(all.length)));
  });
}

function feedOf<T>(
  kind: TalkListKind<T>,
  operation: Operation,
  { service, target, id: inPath, suffix }: { service: Service; target: Target; id: string; suffix: string },
): Promise<Answer> {
  const parsed = parseFeed(target.query, operation, service.rules, service.now());
  const found = negotiated(service, kind.kind, target, suffix);
  const choice = negotiatedOrThrow(found, parsed.ok ? [] : parsed.problems);
  if (!parsed.ok || choice.kind !== 'feed') throw new Error('a malformed feed got past its problems');
  const id = operation === 'topic' ? parsed.value.uri : inPath;
  if (!kind.isId(id)) throw notFound(`No ${kind.noun} has this identifier`);
  const address: AlternateAddress = (links) => kind.address(links, id);
  return listingFeedAnswer(service, kind, id, { choice, parsed: parsed.value, address });
}
