import type { IncomingHttpHeaders } from 'node:http';

/**
 * The addresses for which proxies forwarded a request, the last hop first, as written; undefined if
 * there are none. Reads `X-Forwarded-For` if present, else `Forwarded` (RFC 7239): most proxies
 * write the former, and pass on a `Forwarded` header forged by the client.
 */
export function forwardedFor(headers: IncomingHttpHeaders): Iterable<string> | undefined {
  const list = joined(headers['x-forwarded-for']);
  if (list !== undefined) return fromTheRight(list);
  const forwarded = joined(headers.forwarded);
  return forwarded === undefined ? undefined : addressesIn(forwarded);
}

function joined(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' || value === undefined ? value : value.join(',');
}

function* addressesIn(forwarded: string): Generator<string> {
  for (const element of fromTheRight(forwarded)) yield parameterFor(element);
}

/**
 * The elements of a list, last one first. Quotation marks are matched from the right too: an
 * unclosed one from a client is to the left of what the proxy wrote.
 */
function* fromTheRight(list: string): Generator<string> {
  let isQuoted = false;
  let end = list.length;
  for (let at = list.length - 1; at >= 0; at -= 1) {
    const character = list[at];
    if (character === '"' && list[at - 1] !== '\\') isQuoted = !isQuoted;
    if (character !== ',' || isQuoted) continue;
    yield list.slice(at + 1, end).trim();
    end = at;
  }
  yield list.slice(0, end).trim();
}

/** The value of `for` in an element of Forwarded; empty where there is none. */
function parameterFor(element: string): string {
  for (const [, name = '', value = ''] of element.matchAll(PARAMETER))
    if (name.toLowerCase() === 'for') return value.trim().replace(/^"(.*)"$/, '$1');
  return '';
}

/** Runs in linear time: no two parts of the pattern can match the same spaces. */
const PARAMETER = /\s*([\w!#$%&'*+.^`|~-]+)\s*=(\s*"(?:[^"\\]|\\.)*"\s*|[^;"]*)(?:;|$)/gy;
