import type { FacetValue } from '#representations/representation.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import { NAME_FACETS, FACET_KINDS } from '#search/query/page-question.ts';
import type { Question, SearchRules } from '#search/query/question.ts';
import type { FacetName } from '#search/query/value-forms.ts';
import { PARAMETER } from '#search/query/parameters.ts';
import { namesIn } from '../pages/display-names.ts';

/**
 * For each requested parameter, the values that would match the most talks, as on the search page.
 */
export function facetsOf(
  index: TalkIndex,
  question: Question,
  names: readonly FacetName[],
  { timeZone }: Pick<SearchRules, 'timeZone'>,
): Readonly<Record<string, readonly FacetValue[]>> {
  const { attributes = [], ...values } = index.facets(question, timeZone);
  const nameOf = namesIn(index);
  return Object.fromEntries(
    names.map((name) => {
      const kind = FACET_KINDS.find((one) => NAME_FACETS[one].parameter === name);
      const found =
        kind === undefined
          ? attributes.filter((one) => PARAMETER[one.name].name === name).map(({ value, count }) => plain(value, count))
          : values[kind].map(({ key, count }) => ({ value: key, name: nameOf(name, key), count }));
      return [name, found];
    }),
  );
}

function plain(value: string, count: number): FacetValue {
  return { value, name: undefined, count };
}
