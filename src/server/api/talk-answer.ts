import { isSlug } from '#catalogue/slug.ts';
import type { Slug } from '#catalogue/slug.ts';
import { parseFeed } from '#search/query/feed-question.ts';
import { parseTalk } from '#search/query/question.ts';
import type { Answer } from '../http/answer.ts';
import { notFound, valueOrThrow } from '../http/errors.ts';
import { talkFeedAnswer } from '../feeds/feed-answer.ts';
import { asTalks } from './listing.ts';
import type { ApiService } from '../service.ts';
import type { Target } from '../http/application.ts';
import { type Address, isFeed, negotiated, requested, resourceAnswer } from './resource-answer.ts';

/** One talk, as a representation or in a feed format. */
export function talkAnswer(service: ApiService, target: Target, id: string, suffix: string): Answer | Promise<Answer> {
  const { catalogue, assembler, rules, clock } = service;
  const now = clock.now();
  const address: Address = (links) => links.talk(id);
  const found = negotiated(service, 'talk', target, suffix);
  if (isFeed(found)) {
    const parsed = valueOrThrow(
      parseFeed(target.query, { operation: 'feed', use: found.choice.format.use }, rules, now),
    );
    return talkFeedAnswer(service, slugOf(id), { choice: found.choice, parsed, address, now });
  }
  const { choice, parsed } = requested(found, parseTalk(target.query, rules));
  const slug = slugOf(id);
  const document = catalogue.read((snapshot) => {
    const number = snapshot.index.talkNumber(slug);
    if (number === 0) return undefined;
    const { representation } = choice;
    return assembler.listing(snapshot, asTalks(representation), Uint32Array.of(number), representation.talkDocument);
  });
  if (document === undefined) throw notFound('No talk has this identifier');
  return resourceAnswer(service, 'talk', document, { choice, parsed, address, query: '', now });
}

function slugOf(id: string): Slug {
  if (!isSlug(id)) throw notFound('No talk has this identifier');
  return id;
}
