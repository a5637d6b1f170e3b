import { readQuery } from '#search/query/query.ts';
import type { Answer } from '../http/answer.ts';
import type { ApiService } from '../service.ts';
import type { Target } from '../http/target.ts';
import { nameListAnswer } from './name-lists.ts';
import { isFeed, negotiated } from './format-negotiation.ts';
import { TOPIC } from './listing.ts';
import { listingAnswer } from './listing-answer.ts';

const topic = listingAnswer(TOPIC, 'topic');
const topics = nameListAnswer('topics');

/** A topic with its talks; without `uri`, all topics by name. */
export async function topicsAnswer(service: ApiService, target: Target, id: string, suffix: string): Promise<Answer> {
  const hasUri = readQuery(target.query).some(({ name, value }) => name === 'uri' && value !== '');
  // The list of all topics has no feeds. If one is named, only the `uri` is missing, and the error should say so.
  const isOfOne = hasUri || isFeed(negotiated(service, 'topic', { ...target, accept: undefined }, suffix));
  return (isOfOne ? topic : topics)(service, target, id, suffix);
}
