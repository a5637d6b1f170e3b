import type { Day } from './calendar-date.ts';

/** A term of the university, with its weeks counted from its first day, whatever weekday that is. */
export interface Term {
  readonly name: string;
  readonly first: Day;
  /** Inclusive. */
  readonly last: Day;
}

/** No terms are set. One object, since what depends on terms is cached by them. */
export const NO_TERMS: readonly Term[] = [];

const DAYS_A_WEEK = 7;

/** The term and the number of its week, from 1, that a day is in; undefined between terms. */
export function termWeek(terms: readonly Term[], day: Day): { readonly term: Term; readonly week: number } | undefined {
  const term = terms.find(({ first, last }) => first <= day && day <= last);
  return term && { term, week: Math.floor((day - term.first) / DAYS_A_WEEK) + 1 };
}

/** The days of a week of a term, counted from 1; undefined if the term is shorter. */
export function daysOfTermWeek(
  { first, last }: Term,
  week: number,
): { readonly first: Day; readonly last: Day } | undefined {
  const begins = first + (week - 1) * DAYS_A_WEEK;
  return week < 1 || begins > last ? undefined : { first: begins, last: Math.min(last, begins + DAYS_A_WEEK - 1) };
}

/**
 * The term that a day is in, or else the next one, or else the last one.
 * @param key of its name; undefined for any term
 */
export function termOn(terms: readonly Term[], day: Day, key?: string): Term | undefined {
  const named = key === undefined ? terms : terms.filter(({ name }) => termKey(name) === key);
  return named.find(({ last }) => last >= day) ?? named.at(-1);
}

/** The name of a term as addresses write it: `Hilary Term` → `hilary-term`. */
export function termKey(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
