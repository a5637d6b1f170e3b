import { readQuery } from '#search/query/query.ts';
import type { Answer } from '../http/answer.ts';
import type { ApiService } from '../service.ts';
import type { Target } from '../http/target.ts';
import { nameListAnswer } from './name-lists.ts';
import { negotiated } from './format-negotiation.ts';
import { TOPIC } from './listing.ts';
import { listingAnswer } from './listing-answer.ts';

const topic = listingAnswer(TOPIC, 'topic');
const topics = nameListAnswer('topics');

const PAIRS_LOOKED_AT = 1_000;

/** A topic with its talks; without `uri`, all topics by name, in JSON only. */
export async function topicsAnswer(service: ApiService, target: Target, id: string, suffix: string): Promise<Answer> {
  const hasUri = readQuery(target.query, PAIRS_LOOKED_AT).some(({ name }) => name === 'uri');
  if (hasUri || !isJson(service, target, suffix)) return topic(service, target, id, suffix);
  return topics(service, target);
}

function isJson(service: ApiService, target: Target, suffix: string): boolean {
  const found = negotiated(service, 'topic', target, suffix);
  return (
    found.kind === 'chosen' && found.choice.kind === 'representation' && found.choice.representation.name !== 'xml'
  );
}
