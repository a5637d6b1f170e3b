import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whom proxies have forwarded a request for, the last hop first, as they wrote it; undefined where none says so.
 * `X-Forwarded-For` is read if it is there, and `Forwarded` (RFC 7239) if not: most proxies write the former, and pass
 * on a `Forwarded` that the client has made up.
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
 * The elements of a list, the last one first. Quotation marks are matched from the right too: one that a client has left
 * open stands left of what the proxy has written.
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

/** Takes time that grows with the length alone: no two of its parts can take the same spaces. */
const PARAMETER = /\s*([\w!#$%&'*+.^`|~-]+)\s*=(\s*"(?:[^"\\]|\\.)*"\s*|[^;"]*)(?:;|$)/gy;
