import type { Result } from '#catalogue/problem.ts';
import { PARAMETER } from './parameters.ts';
import { RequestParameters, type RequestRules } from './request.ts';

/** Reads the talks of a list that a reader keeps: slugs, sorted, each once; none without the parameter `talk`. */
export function parseChosenTalks(query: string, rules: RequestRules): Result<readonly string[]> {
  const request = new RequestParameters(query, 'search', rules, true);
  return request.result(request.all(PARAMETER.talk));
}
