import type { Result } from '#catalogue/problem.ts';
import { PARAMETER } from './parameters.ts';
import { RequestParameters, type RequestRules } from './request.ts';

/** Reads the slugs of a reader's own list of talks from `talk`: sorted, each once; empty without the parameter. */
export function parseChosenTalks(query: string, rules: RequestRules): Result<readonly string[]> {
  const request = new RequestParameters(query, 'search', rules, true);
  return request.result(request.all(PARAMETER.talk));
}
