import { alternateQuery, alternates } from '#representations/negotiation/alternates.ts';
import { absoluteLinks } from '#representations/links/links.ts';
import { searchHead } from '#representations/links/search-head.ts';
import type { Representation, FacetValue } from '#representations/representation.ts';
import { parseFeed } from '#search/query/feed-question.ts';
import { parseSearch } from '#search/query/question.ts';
import type { ParsedSearch, Question, SearchRules } from '#search/query/question.ts';
import { changesDocument } from './changes-answer.ts';
import type { Answer } from '../http/answer.ts';
import { valueOrThrow } from '../http/errors.ts';
import { whenThere } from '#replica/catalogue.ts';
import type { Document } from '../documents/document.ts';
import { listingFeedAnswer } from '../feeds/feed-answer.ts';
import { searchKey, searchListing } from '../feeds/search-listing.ts';
import { asTalks } from './listing.ts';
import type { ApiService } from '../service.ts';
import type { Target } from '../http/target.ts';
import { isFeed, negotiated, requested } from './format-negotiation.ts';
import { resourceAnswer } from './resource-answer.ts';
import type { Address } from './resource-answer.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import { NAME_FACETS, FACET_KINDS } from '#search/query/page-question.ts';
import type { FacetName } from '#search/query/value-forms.ts';
import { PARAMETER } from '#search/query/parameters.ts';
import { namesIn } from '../pages/display-names.ts';

/** The talks that a search finds; links in the response stay on the requested path. */
export function searchAnswer(path: 'talkSearch' | 'eventSearch') {
  const address: Address = (links) => links[path];
  return (service: ApiService, target: Target, _id: string, suffix: string): Answer | Promise<Answer> => {
    const { publication, rules, clock } = service;
    const now = clock.now();
    const found = negotiated(service, 'search', target, suffix);
    if (isFeed(found)) {
      const { use } = found.choice.format;
      const parsed = valueOrThrow(parseFeed(target.query, { operation: 'search', use }, rules, now));
      const { filters, asked } = parsed;
      const request = { choice: found.choice, parsed, address, now };
      return listingFeedAnswer(service, searchListing(filters, asked, use), searchKey(asked, use), request);
    }
    const { choice, parsed } = requested(found, parseSearch(target.query, rules, now));
    const { since, parameters } = parsed;
    const at = address(absoluteLinks(publication));
    const document =
      since === null
        ? searchDocument(service, at, parsed, choice.representation)
        : changesDocument(service, at, parsed, since, choice.representation);
    const query = alternateQuery(parameters);
    return whenThere(document, (made) =>
      resourceAnswer(service, 'search', made, { choice, parsed, address, query, now }),
    );
  };
}

/** @param address absolute, without a query */
function searchDocument(
  { publication, catalogue, assembler, rules }: Pick<ApiService, 'publication' | 'catalogue' | 'assembler' | 'rules'>,
  address: string,
  { question, facets, fields, parameters }: ParsedSearch,
  representation: Representation,
): Document | Promise<Document> {
  const { page, count } = question;
  const path = address.slice(publication.baseUrl.length);
  const others = alternates('search', address, alternateQuery(parameters));
  return catalogue.find(question.text, (snapshot) => {
    const { talks, total } = snapshot.index.answer(question);
    const head = searchHead(publication, { path, parameters, page, count, total, alternates: others });
    const counted = facets.length === 0 ? head : { ...head, facets: facetsOf(snapshot.index, question, facets, rules) };
    return assembler.listing(snapshot, asTalks(representation, fields), talks, representation.search(counted));
  });
}

/**
 * For each requested parameter, the values that would match the most talks, as on the search page.
 */
function facetsOf(
  index: TalkIndex,
  question: Question,
  names: readonly FacetName[],
  { timeZone }: Pick<SearchRules, 'timeZone'>,
): Readonly<Record<string, readonly FacetValue[]>> {
  const { attributes = [], ...values } = index.facets(question, timeZone);
  const nameOf = namesIn(index);
  return Object.fromEntries(
    names.map((name) => {
      const kind = FACET_KINDS.find((one) => NAME_FACETS[one].parameter === name);
      const found =
        kind === undefined
          ? attributes.filter((one) => PARAMETER[one.name].name === name).map(({ value, count }) => plain(value, count))
          : values[kind].map(({ key, count }) => ({ value: key, name: nameOf(name, key), count }));
      return [name, found];
    }),
  );
}

function plain(value: string, count: number): FacetValue {
  return { value, name: undefined, count };
}
