import type { Problem } from '#catalogue/problem.ts';
import { readQuery, type QueryPair } from './query.ts';

/** More than any real address has. */
const MAX_PAIRS = 1000;

interface DividedQuery {
  /** The parameters of the search, still encoded. */
  readonly search: string;
  /** The other parameters; a value is undefined if its encoding is broken. */
  readonly given: readonly QueryPair[];
}

/** Splits a query into the parameters of a search and others. */
export function dividedQuery(query: string, isOther: (name: string) => boolean): DividedQuery {
  const texts = query.split('&', MAX_PAIRS + 1);
  const pairs = texts.map((text) => ({ text, pair: readQuery(text, 1)[0] }));
  return {
    search: pairs.flatMap(({ text, pair }) => (pair === undefined || !isOther(pair.name) ? [text] : [])).join('&'),
    given: pairs.flatMap(({ pair }) => (pair === undefined || !isOther(pair.name) ? [] : [pair])),
  };
}

/** The distinct values of a parameter, without empty ones; undefined stands for broken encoding. */
export function textsOf(given: readonly QueryPair[], name: string): readonly (string | undefined)[] {
  return [...new Set(given.filter((one) => one.name === name && one.value !== '').map(({ value }) => value))];
}

/** Characters of a value that a problem quotes. */
const QUOTED = 80;

/** The problem with a parameter that has an unknown value, or different ones. */
export function badValue(name: string, texts: readonly (string | undefined)[], hint: string): Problem {
  if (texts.length > 1)
    return {
      code: 'conflicting-values',
      where: name,
      what: 'It is given with different values.',
      hint: 'Give it once.',
    };
  const [text] = texts;
  const what = text === undefined ? 'The percent-encoding is broken.' : `“${shown(text)}” is not a value of it.`;
  return { code: `bad-${name}`, where: name, what, hint };
}

function shown(text: string): string {
  return text.length > QUOTED ? `${text.slice(0, QUOTED).replace(/\p{Surrogate}$/u, '')}…` : text;
}
