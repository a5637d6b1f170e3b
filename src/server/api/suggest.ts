import { absoluteLinks, queryString } from '#representations/links/links.ts';
import { startOfToday } from '#search/query/calendar-date.ts';
import { parseSuggest } from '#search/query/name-list-question.ts';
import type { Answer } from '../http/answer.ts';
import type { ApiService } from '../service.ts';
import type { Target } from '../http/target.ts';
import { negotiated, requested } from './format-negotiation.ts';
import { namesAnswer } from './name-lists.ts';
import type { Address } from './resource-answer.ts';

type SuggestService = Pick<ApiService, 'catalogue' | 'publication' | 'rules' | 'clock' | 'negotiation'>;

const address: Address = (links) => links.suggest;

/**
 * Names that match what has been typed. Upcoming talks include all of today's, so that a response
 * holds all day.
 */
export async function suggestAnswer(
  service: SuggestService,
  target: Target,
  _id: string,
  suffix: string,
): Promise<Answer> {
  const { catalogue, publication, rules, clock } = service;
  const { choice, parsed } = requested(negotiated(service, 'names', target, suffix), parseSuggest(target.query, rules));
  const { text, kinds: types, count, asked, ignored } = parsed;
  const now = clock.now();
  const today = startOfToday(rules.timeZone, now);
  const entries = await catalogue.read(({ index }) => index.names.suggest({ text, types, count }, today));
  const self = address(absoluteLinks(publication)) + queryString(asked);
  const list = { kind: 'suggestions', entries, self } as const;
  return namesAnswer(service, list, { choice, parsed: { parameters: asked, ignored }, address, now });
}
