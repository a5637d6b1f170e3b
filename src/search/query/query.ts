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

/** Reads at most `limit` pairs of a query (without its `?`). */
export function readQuery(query: string, limit: number): QueryPair[] {
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
