import { formatsOf, type Format, type Subject } from './formats.js';
import { queryString } from './links.js';
import type { Alternate } from './representation.js';
import type { NamedValue } from '#search/request.js';

interface Advertised {
  readonly format: Format;
  readonly suffix: string;
  readonly type: string;
  readonly title: string;
}

const bySubject = new Map<Subject, readonly Advertised[]>();

/** The formats that answers about something tell of, in the order of preference. */
function advertisedOf(subject: Subject): readonly Advertised[] {
  let found = bySubject.get(subject);
  if (found === undefined) {
    found = formatsOf(subject).flatMap((format) => {
      const { suffix, mediaTypes, title, advertised } = format;
      return advertised && suffix !== null ? [{ format, suffix, type: mediaTypes[0].name, title }] : [];
    });
    bySubject.set(subject, found);
  }
  return found;
}

/**
 * The same talks in the formats that programs take over.
 * @param address without a suffix or query
 * @param query as `alternateQuery` gives it
 */
export function alternates(subject: Subject, address: string, query = ''): Alternate[] {
  return advertisedOf(subject)
    .filter(({ format }) => format.kind !== 'representation')
    .map(({ suffix, type, title }) => ({ href: address + suffix + query, type, title }));
}

/** Of a question asked a page at a time, what stays when all of it is asked for. */
export function alternateQuery(parameters: readonly NamedValue[]): string {
  return queryString(parameters.filter(({ name }) => name !== 'page' && name !== 'count' && name !== 'format'));
}

/** Many proxies take no more than 4 KiB of headers from a server. */
const LONGEST_HEADER = 2_000;

/**
 * A `Link` header (RFC 8288) that tells of the other formats, as many as go into it; `''` for none. A search is not told
 * of as a representation: unlike a feed, that needs dates.
 * @param address as a path, without a suffix or query
 * @param query percent-encoded, with its `?`
 */
export function alternatesHeader(subject: Subject, address: string, query: string, chosen: Format): string {
  let header = '';
  for (const { format, suffix, type, title } of advertisedOf(subject)) {
    if (format === chosen || (subject === 'search' && format.kind === 'representation')) continue;
    const link = `<${address}${suffix}${query}>; rel="alternate"; type="${type}"; title="${title}"`;
    if (header.length + link.length > LONGEST_HEADER) break;
    header = header === '' ? link : `${header}, ${link}`;
  }
  return header;
}
