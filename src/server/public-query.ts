import { PARAMETER } from '#search/query/parameters.ts';
import { TEXT_FORM } from '#search/query/value-forms.ts';

/** Longest query that is read, in characters. */
const MAX_LENGTH = 4096;
/** Replaces words that readers typed, and talks that they starred. */
const HIDDEN = '*';

/** By parameter name: whether its value says something about the reader. */
const IS_PERSONAL: ReadonlyMap<string, boolean> = new Map(
  Object.values(PARAMETER).map((parameter) => [
    parameter.name,
    parameter.form === TEXT_FORM || parameter === PARAMETER.talk,
  ]),
);

/** A query string for logs: words are hidden, and parameters that the interface does not have are left out. */
export function publicQuery(query: string): string {
  if (query === '') return '';
  const kept: string[] = [];
  for (const pair of query.slice(0, MAX_LENGTH).split('&')) {
    const end = pair.indexOf('=');
    const name = end < 0 ? pair : pair.slice(0, end);
    const isPersonal = IS_PERSONAL.get(name);
    if (isPersonal !== undefined) kept.push(isPersonal ? `${name}=${HIDDEN}` : pair);
  }
  return kept.join('&');
}
