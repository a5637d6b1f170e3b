import { suggestionsJson } from '#representations/json/suggestions.ts';
import { startOfToday } from '#search/query/calendar-date.ts';
import { parseSuggest } from '#search/query/suggest-question.ts';
import { documentAnswer, type Answer } from '../http/answer.ts';
import { valueOrThrow } from '../http/errors.ts';
import { wholeDocument } from '../documents/document.ts';
import type { ApiService } from '../service.ts';
import type { Target } from '../http/target.ts';
import { parameterHeaders } from './parameter-headers.ts';

type SuggestService = Pick<ApiService, 'catalogue' | 'publication' | 'rules' | 'clock'>;

/**
 * Names that match what has been typed. Upcoming talks include all of today's, so that a response
 * holds all day.
 */
export async function suggestAnswer(service: SuggestService, target: Target): Promise<Answer> {
  const { catalogue, publication, rules, clock } = service;
  const { text, kinds, count, asked, ignored } = valueOrThrow(parseSuggest(target.query, rules));
  const now = clock.now();
  const today = startOfToday(rules.timeZone, now);
  const found = await catalogue.read(({ index }) => index.names.suggest({ text, types: kinds, count }, today));
  return documentAnswer(wholeDocument(suggestionsJson(found, asked, publication)), 'application/json', {
    changesAt: clock.nextMidnight(now),
    headers: parameterHeaders(publication, { ignored }),
  });
}
