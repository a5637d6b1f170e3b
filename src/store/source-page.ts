import { isObject, listOf } from '#catalogue/json-object.ts';
import type { SourceNews, SourcePage, SourcePageProblem } from '#catalogue/source-page.ts';
import { countOf, textOf, timeOf } from './stored-json.ts';

/** Reads what a status page shows from the JSON of a source's state. Null: there is none. */
export function sourcePageOf(value: unknown): SourcePage | null {
  if (!isObject(value)) return null;
  return {
    zone: textOf(value.zone) ?? 'UTC',
    read: timeOf(value.read),
    news: listOf(value.news).flatMap(newsOf),
    moreNews: countOf(value.moreNews) ?? 0,
    problems: listOf(value.problems).flatMap(problemOf),
    moreProblems: countOf(value.moreProblems) ?? 0,
    notes: listOf(value.notes).flatMap((note) => textOf(note) ?? []),
    failure: listOf(value.failure).flatMap(problemOf),
  };
}

function newsOf(value: unknown): SourceNews[] {
  if (!isObject(value)) return [];
  const start = timeOf(value.start);
  return start === null ? [] : [{ what: textOf(value.what) ?? '', title: textOf(value.title) ?? '', start }];
}

function problemOf(value: unknown): SourcePageProblem[] {
  if (!isObject(value)) return [];
  return [{ line: countOf(value.line) ?? 0, where: textOf(value.where) ?? '', text: textOf(value.text) ?? '' }];
}
