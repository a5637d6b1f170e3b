import type { Result } from '#catalogue/problem.ts';
import { PARAMETER } from './parameters.ts';
import type { SearchRules } from './question.ts';
import { RequestParameters } from './request.ts';
import type { WhenForm } from './value-forms.ts';

/** Which talks the page of a series, person, place and so on lists. */
export interface ListPage {
  readonly when: WhenForm;
  /** 1 and up. */
  readonly page: number;
  /** URI of the topic; `''` for other pages, whose identifier is in the path. */
  readonly uri: string;
}

/** Which part of a list of names, or of the tree of places, a page shows. */
export interface BrowsePage {
  readonly letter: string | undefined;
  /** Identifier of a place: lists what is under it. */
  readonly under: string | undefined;
  /** 1 and up. */
  readonly page: number;
}

/** @param query raw, without its `?`. @returns all problems at once, with the parameter's name as `where` */
export function parseListPage(
  query: string,
  operation: 'list page' | 'topic page',
  rules: SearchRules,
): Result<ListPage> {
  const request = new RequestParameters(query, operation, rules);
  return request.result({
    when: request.one(PARAMETER.when) ?? 'upcoming',
    page: request.one(PARAMETER.page) ?? 1,
    uri: operation === 'topic page' ? (request.one(PARAMETER.uri) ?? '') : '',
  });
}

/** Like parseListPage. */
export function parseBrowsePage(query: string, rules: SearchRules): Result<BrowsePage> {
  const request = new RequestParameters(query, 'browse page', rules);
  return request.result({
    letter: request.one(PARAMETER.letter),
    under: request.one(PARAMETER.under),
    page: request.one(PARAMETER.page) ?? 1,
  });
}
