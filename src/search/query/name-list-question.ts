import type { PlaceId } from '#catalogue/place.ts';
import type { Problem, Result } from '#catalogue/problem.ts';
import { PARAMETER } from './parameters.ts';
import type { SearchRules } from './question.ts';
import { RequestParameters } from './request.ts';
import type { IgnoredParameter, NamedValue } from './request.ts';
import { KINDS } from './value-forms.ts';
import type { PlaceRole, Kind } from './value-forms.ts';

/** Which records of one kind to list, sorted by name. */
export interface NameListQuestion {
  /** What was typed of the name; `''`: all records. */
  readonly text: string;
  readonly letter: string | undefined;
  readonly page: number;
  readonly count: number;
  readonly parameters: readonly NamedValue[];
  readonly ignored: readonly IgnoredParameter[];
}

/** Which places to list, as a tree. */
export interface PlacesQuestion extends Omit<NameListQuestion, 'letter'> {
  readonly role: PlaceRole;
  /** Lists what is under this place; undefined: the tree from its top. */
  readonly under: PlaceId | undefined;
  /** Levels of the tree to list. */
  readonly depth: number;
}

/** Entries on a page. */
export const NAME_LIST_COUNTS = { defaultCount: 100, maximumCount: 200 };

/** @param query raw, without its `?`. @returns all problems at once, with the parameter's name as `where` */
export function parseNameList(query: string, rules: SearchRules): Result<NameListQuestion> {
  const request = new RequestParameters(query, 'name list', { ...rules, ...NAME_LIST_COUNTS });
  const letter = request.one(PARAMETER.letter);
  return request.result({ ...partOf(request), letter, ignored: request.ignored() });
}

/** Like parseNameList. */
export function parsePlaces(query: string, rules: SearchRules): Result<PlacesQuestion> {
  const request = new RequestParameters(query, 'places', { ...rules, ...NAME_LIST_COUNTS });
  const part = partOf(request);
  const under = request.one(PARAMETER.under);
  const depth = request.one(PARAMETER.depth);
  if (part.text !== '' && (request.has(PARAMETER.under) || request.has(PARAMETER.depth)))
    request.problems.push(FOUND_ANYWHERE);
  const role = request.one(PARAMETER.role) ?? 'department';
  return request.result({ ...part, role, under, depth: depth ?? 1, ignored: request.ignored() });
}

const FOUND_ANYWHERE: Problem = {
  code: 'conflicting-parameters',
  where: PARAMETER.q.name,
  what: 'What is found by name comes from the whole tree.',
  hint: 'Leave out under and depth, or q.',
};

function partOf(request: RequestParameters): Pick<NameListQuestion, 'text' | 'page' | 'count' | 'parameters'> {
  const typed = request.one(PARAMETER.q);
  return {
    text: typed === undefined || typed === 'nothing' ? '' : typed.text,
    page: request.one(PARAMETER.page) ?? 1,
    count: request.one(PARAMETER.count) ?? NAME_LIST_COUNTS.defaultCount,
    parameters: request.given,
  };
}

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
