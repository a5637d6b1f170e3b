import type { Problem } from '#catalogue/problem.ts';

/**
 * A pair in the query of a request target. Unencoded `:` and `/` are accepted, `+` is a space, and an empty pair
 * (`search?&from=…`) is ignored. A name `amp;to` is `to`: some programs, such as WordPress, put addresses that are
 * escaped for HTML (`&amp;to=…`) into requests as they are. `-series` is short for `without_series`.
 */
export interface QueryPair {
  /** Decoded; unchanged if it cannot be decoded. */
  readonly name: string;
  /** Decoded; undefined if its percent-encoding is broken or not UTF-8. */
  readonly value: string | undefined;
}

const LONE_SURROGATE = /\p{Surrogate}/u;
const PLUS = /\+/g;
const ESCAPED = /^(?:amp;)+/;
const EXCLUDED = /^-(?=(?:speaker|series|venue|organising_department|topic)$)/;

/** More pairs than any client sends. */
export const MAX_PAIRS = 1000;

/** Reads at most `limit` pairs of a query (without its `?`). */
export function readQuery(query: string, limit = MAX_PAIRS): QueryPair[] {
  const pairs: QueryPair[] = [];
  let start = 0;
  while (start <= query.length && pairs.length < limit) {
    const ampersand = query.indexOf('&', start);
    const end = ampersand === -1 ? query.length : ampersand;
    if (end > start) pairs.push(readPair(query.slice(start, end)));
    start = end + 1;
  }
  return pairs;
}

function readPair(text: string): QueryPair {
  const equals = text.indexOf('=');
  const name = equals === -1 ? text : text.slice(0, equals);
  return {
    name: (decode(name) ?? name).replace(ESCAPED, '').replace(EXCLUDED, 'without_'),
    value: equals === -1 ? '' : decode(text.slice(equals + 1)),
  };
}

function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replace(PLUS, ' ') : text;
  if (!spaced.includes('%')) return LONE_SURROGATE.test(spaced) ? undefined : spaced;
  try {
    const decoded = decodeURIComponent(spaced);
    return LONE_SURROGATE.test(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}

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

/** What a value of such a parameter is. */
interface OtherForm<T> {
  /** Undefined: a bad value. */
  readonly read: (text: string) => T | undefined;
  readonly hint: string;
}

export function among<T extends string>(choices: readonly T[]): OtherForm<T> {
  return { read: (text) => choices.find((one) => one === text), hint: `Write one of: ${choices.join(', ')}.` };
}

/** The value of one of the other parameters; undefined if it has none, or a bad one, which is added to `problems`. */
export function otherValue<T>(
  { given, problems }: { readonly given: readonly QueryPair[]; readonly problems: Problem[] },
  name: string,
  { read, hint }: OtherForm<T>,
): T | undefined {
  const texts = new Set(given.filter((one) => one.name === name && one.value !== '').map(({ value }) => value));
  if (texts.size === 0) return undefined;
  if (texts.size > 1) {
    const what = 'It is given with different values.';
    problems.push({ code: 'conflicting-values', where: name, what, hint: 'Give it once.' });
    return undefined;
  }
  const [text] = texts;
  const value = text === undefined ? undefined : read(text);
  if (value !== undefined) return value;
  const what = text === undefined ? 'The percent-encoding is broken.' : `“${shown(text)}” is not a value of it.`;
  problems.push({ code: `bad-${name}`, where: name, what, hint });
  return undefined;
}

/** Characters of a value that a problem quotes. */
const QUOTED = 80;

function shown(text: string): string {
  return text.length > QUOTED ? `${text.slice(0, QUOTED).replace(/\p{Surrogate}$/u, '')}…` : text;
}
