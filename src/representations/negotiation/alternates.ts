import { formatsFor, type Format, type Subject } from './formats.ts';
import { queryString } from '../links/links.ts';
import { memoize } from '../memoize.ts';
import type { Alternate } from '../representation.ts';
import type { NamedValue } from '#search/query/request.ts';

interface Advertised {
  readonly format: Format;
  readonly suffix: string;
  readonly type: string;
  readonly title: string;
}

/** The formats that answers about a subject link to, in order of preference. */
const advertisedOf = memoize((subject: Subject): readonly Advertised[] =>
  formatsFor(subject).flatMap((format) => {
    const { suffix, mediaTypes, title, advertised } = format;
    return advertised && suffix !== null ? [{ format, suffix, type: mediaTypes[0].name, title }] : [];
  }),
);

const feedsOf = memoize((subject: Subject) =>
  advertisedOf(subject).filter(({ format }) => format.kind !== 'representation'),
);

/**
 * Links to the same talks as feeds.
 * @param address without a suffix or query
 * @param query as `alternateQuery` gives it
 */
export function alternates(subject: Subject, address: string, query = ''): Alternate[] {
  return feedsOf(subject).map(({ suffix, type, title }) => ({ href: address + suffix + query, type, title }));
}

const OF_A_PAGE: ReadonlySet<string> = new Set(['page', 'count', 'format', 'facets', 'fields', 'updated_since']);

/** The query of a page of results, without what does not apply to all results in another format. */
export function alternateQuery(parameters: readonly NamedValue[]): string {
  return queryString(parameters.filter(({ name }) => !OF_A_PAGE.has(name)));
}

/** In characters: many proxies accept no more than 4 KiB of headers from a server. */
const LONGEST_HEADER = 2_000;

/** The constant parts of a header, cached for each subject and format. */
interface HeaderParts {
  readonly suffixes: readonly string[];
  /** What follows each suffix and query. */
  readonly tails: readonly string[];
}

/** Searches do not advertise representations: unlike a feed, one needs dates. */
const headerParts = memoize((subject: Subject) =>
  memoize((chosen: Format): HeaderParts => {
    const others = advertisedOf(subject).filter(
      ({ format }) => format !== chosen && (subject !== 'search' || format.kind !== 'representation'),
    );
    return {
      suffixes: others.map(({ suffix }) => suffix),
      tails: others.map(({ type, title }) => `>; rel="alternate"; type="${type}"; title="${title}"`),
    };
  }),
);

/**
 * A `Link` header (RFC 8288) with the other formats, as many as fit; `''` for none.
 * @param address as a path, without a suffix or query
 * @param query percent-encoded, with its `?`
 */
export function alternatesHeader(subject: Subject, address: string, query: string, chosen: Format): string {
  const { suffixes, tails } = headerParts(subject)(chosen);
  let header = '';
  for (let at = 0; at < suffixes.length; at += 1) {
    const link = `<${address}${suffixes[at] ?? ''}${query}${tails[at] ?? ''}`;
    if (header.length + link.length > LONGEST_HEADER) break;
    header = at === 0 ? link : `${header}, ${link}`;
  }
  return header;
}
