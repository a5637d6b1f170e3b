import { nearestWord } from '#catalogue/nearest-word.ts';

/** What other interfaces call what ours has. */
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

/** Shorter names are near to anything. */
const SHORTEST = 3;

/** The parameter that somebody probably meant by another name; undefined when none is near. */
export function likelyName(name: string, known: readonly string[]): string | undefined {
  const elsewhere = ELSEWHERE.get(name.toLowerCase());
  if (elsewhere !== undefined && known.includes(elsewhere)) return elsewhere;
  return name.length < SHORTEST ? undefined : nearestWord(name, known);
}
