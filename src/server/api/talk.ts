import { isSlug } from '#catalogue/slug.ts';
import type { Negotiated } from '#representations/negotiation/negotiate.ts';
import { parseFeed } from '#search/query/feed-question.ts';
import { parseTalk } from '#search/query/question.ts';
import { linkHeaders } from './alternates.ts';
import { documentAnswer, type Answer } from '../http/answer.ts';
import { notFound } from '../http/errors.ts';
import { talkFeedAnswer } from '../feeds/feed-answer.ts';
import { asTalks } from './listing.ts';
import { parameterHeaders } from './parameter-headers.ts';
import type { Service } from '../service.ts';
import type { Target } from '../http/target.ts';
import { isFeed, negotiated, negotiatedOrThrow, representationOrThrow } from './format-negotiation.ts';

/** interface.md 4.2; or the talk in a form that other programs take over. */
export async function talkAnswer(service: Service, target: Target, slug: string, suffix: string): Promise<Answer> {
  const { publication, catalogue, assembler } = service;
  const found = negotiated(service, 'talk', target, suffix);
  if (isFeed(found)) return feedOf(service, target, slug, found);
  const parsed = parseTalk(target.query, service.rules);
  const { representation, format, contentType } = representationOrThrow(found, parsed.ok ? [] : parsed.problems);
  if (!isSlug(slug)) throw notFound('No talk has this identifier');
  const document = await catalogue.read((snapshot) => {
    const number = snapshot.index.talkNumber(slug);
    if (number === 0) return undefined;
    return assembler.listing(snapshot, asTalks(representation), Uint32Array.of(number), representation.talkDocument);
  });
  if (document === undefined) throw notFound('No talk has this identifier');
  const headers = [
    ...parameterHeaders(publication, { ignored: parsed.ok ? parsed.value.ignored : [] }),
    ...linkHeaders(publication, 'talk', format, { address: (links) => links.talk(slug), query: '' }),
  ];
  return documentAnswer(document, contentType, { keep: 'compressed', headers });
}

function feedOf(service: Service, target: Target, slug: string, found: Negotiated): Promise<Answer> {
  const parsed = parseFeed(target.query, 'feed', service.rules, service.now());
  const choice = negotiatedOrThrow(found, parsed.ok ? [] : parsed.problems);
  if (!isSlug(slug)) throw notFound('No talk has this identifier');
  if (!parsed.ok || choice.kind !== 'feed') throw new Error('a malformed feed got past its problems');
  return talkFeedAnswer(service, slug, { choice, parsed: parsed.value, address: (links) => links.talk(slug) });
}
