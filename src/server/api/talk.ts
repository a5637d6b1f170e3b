import { isSlug } from '#catalogue/slug.ts';
import type { Negotiated } from '#representations/negotiation/negotiate.ts';
import { parseFeed } from '#search/query/feed-question.ts';
import { parseTalk } from '#search/query/question.ts';
import { linkHeaders, type AlternateAddress } from './alternates.ts';
import { documentAnswer, type Answer } from '../http/answer.ts';
import type { Document } from '../documents/document.ts';
import { notFound } from '../http/errors.ts';
import { talkFeedAnswer } from '../feeds/feed-answer.ts';
import { parameterHeaders } from './parameter-headers.ts';
import type { Service } from '../service.ts';
import type { Target } from '../http/target.ts';
import { isFeed, negotiated, negotiatedOrThrow, representationOrThrow } from './format-negotiation.ts';

/** interface.md 4.2; or the talk in a form that other programs take over. */
export function talkAnswer(service: Service, target: Target, slug: string, suffix: string): Answer | Promise<Answer> {
  const found = negotiated(service, 'talk', target, suffix);
  if (isFeed(found)) return feedOf(service, target, slug, found);
  const parsed = parseTalk(target.query, service.rules);
  const choice = representationOrThrow(found, parsed.ok ? [] : parsed.problems);
  if (!isSlug(slug)) throw notFound('No talk has this identifier');
  const address: AlternateAddress = (links) => links.talk(slug);
  const ignored = parsed.ok ? parsed.value.ignored : [];
  const document = service.library.talk(slug, choice.representation);
  const answered = (there: Document | undefined): Answer => {
    if (there === undefined) throw notFound('No talk has this identifier');
    const headers = [
      ...parameterHeaders(service.publication, { ignored }),
      ...linkHeaders(service.publication, 'talk', choice.format, { address, query: '' }),
    ];
    return documentAnswer(there, choice.contentType, { keep: 'compressed', headers });
  };
  return document instanceof Promise ? document.then(answered) : answered(document);
}

function feedOf(service: Service, target: Target, slug: string, found: Negotiated): Answer | Promise<Answer> {
  const parsed = parseFeed(target.query, 'feed', service.rules, service.now());
  const choice = negotiatedOrThrow(found, parsed.ok ? [] : parsed.problems);
  if (!isSlug(slug)) throw notFound('No talk has this identifier');
  if (!parsed.ok || choice.kind !== 'feed') throw new Error('a malformed feed got past its problems');
  return talkFeedAnswer(service, slug, { choice, parsed: parsed.value, address: (links) => links.talk(slug) });
}
