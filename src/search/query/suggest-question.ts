import type { Result } from '#catalogue/problem.ts';
import { PARAMETER } from './parameters.ts';
import type { SearchRules } from './question.ts';
import { RequestParameters, type IgnoredParameter, type NamedValue } from './request.ts';
import { KINDS, type Kind } from './value-forms.ts';

/** Which names to suggest. */
interface SuggestQuestion {
  /** What was typed; `''` if blank. */
  readonly text: string;
  readonly kinds: readonly Kind[];
  readonly count: number;
  /** What was asked, as a canonical query. */
  readonly asked: readonly NamedValue[];
  readonly ignored: readonly IgnoredParameter[];
}

/** The default and the largest number of suggestions. */
export const SUGGESTION_COUNTS = { defaultCount: 8, maximumCount: 20 };

/** @param query raw, without its `?`. @returns all problems at once, with the parameter's name as `where` */
export function parseSuggest(query: string, rules: SearchRules): Result<SuggestQuestion> {
  const request = new RequestParameters(query, 'suggest', { ...rules, ...SUGGESTION_COUNTS });
  const typed = request.one(PARAMETER.q);
  const count = request.one(PARAMETER.count) ?? SUGGESTION_COUNTS.defaultCount;
  const asked = request.all(PARAMETER.kind);
  const ignored = request.ignored();
  return request.result({
    text: typed === undefined || typed === 'nothing' ? '' : typed.text,
    kinds: asked.length === 0 ? KINDS : KINDS.filter((kind) => asked.includes(kind)),
    count,
    asked: request.asked,
    ignored,
  });
}
