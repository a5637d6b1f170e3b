import { nearestWord } from '#catalogue/nearest-word.ts';

/** What other APIs call our parameters. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['department', 'organising_department'],
  ['end', 'to'],
  ['end_date', 'to'],
  ['form', 'from'],
  ['include_subdepartments', 'subdepartments'],
  ['limit', 'count'],
  ['location', 'venue'],
  ['page_size', 'count'],
  ['per_page', 'count'],
  ['person', 'speaker'],
  ['query', 'q'],
  ['search', 'q'],
  ['since', 'from'],
  ['size', 'count'],
  ['sort', 'order'],
  ['start', 'from'],
  ['start_date', 'from'],
  ['text', 'q'],
  ['until', 'to'],
]);

/** In characters: shorter names are similar to anything. */
const SHORTEST = 3;

/** The parameter that an unknown name probably means; undefined if none is similar. */
export function likelyParameter(name: string, known: readonly string[]): string | undefined {
  const elsewhere = ELSEWHERE.get(name.toLowerCase());
  if (elsewhere !== undefined && known.includes(elsewhere)) return elsewhere;
  return name.length < SHORTEST ? undefined : nearestWord(name, known);
}
