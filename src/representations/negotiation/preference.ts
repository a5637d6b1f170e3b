import { LRUCache } from 'lru-cache';

/** One element of an `Accept`, `Accept-Language` or `Accept-Encoding` header (RFC 9110, 12.4.2, 12.5). */
export interface Preference {
  /** Lower case: a media range, or a content coding. */
  readonly name: string;
  /** 0 (refused) to 1. */
  readonly quality: number;
  /** Whether it has parameters besides the quality. */
  readonly qualified: boolean;
}

/**
 * Parses the preferences in a header, in order, in linear time. Malformed elements are skipped, so that one mistake
 * does not cost a client the rest.
 */
export function preferences(header: string): Preference[] {
  const found: Preference[] = [];
  for (const element of splitOutsideQuotes(header, ',')) {
    const [name = '', ...parameters] = splitOutsideQuotes(element, ';').map((part) => part.trim());
    if (name === '') continue;
    const quality = qualityOf(parameters);
    if (quality === undefined) continue;
    const qualified = parameters.some((parameter) => parameter !== '' && !QUALITY.test(parameter));
    found.push({ name: name.toLowerCase(), quality, qualified });
  }
  return found;
}

const QUALITY = /^q\s*=/i;

/** 1 by default; undefined if malformed. Old clients write `.2`, and some write more than three digits. */
function qualityOf(parameters: readonly string[]): number | undefined {
  const parameter = parameters.find((one) => QUALITY.test(one));
  if (parameter === undefined) return 1;
  const value = parameter.slice(parameter.indexOf('=') + 1).trim();
  return /^(?:\d+\.?\d*|\.\d+)$/.test(value) ? Math.min(1, Number(value)) : undefined;
}

/** A separator inside a quoted string (RFC 9110, 5.6.4) separates nothing. */
function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  if (!text.includes('"')) return text.split(separator);
  const parts: string[] = [];
  let from = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    else if (quoted && character === '\\') at += 1;
    else if (!quoted && character === separator) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

const MAX_HEADERS = 256;
const LONGEST_HEADER = 512;

/**
 * Caches a result by header: clients send a few different ones over and over. The number and length of cached headers
 * are limited, so that no client can fill the memory.
 */
export function keptByHeader<T extends object>(workOut: (header: string) => T): (header: string) => T {
  const kept = new LRUCache<string, T>({ max: MAX_HEADERS });
  return (header) => {
    if (header.length > LONGEST_HEADER) return workOut(header);
    const known = kept.get(header);
    if (known !== undefined) return known;
    const found = workOut(header);
    kept.set(header, found);
    return found;
  };
}

/** Content coding of an answer (RFC 9110, 8.4.1). */
export type ContentCoding = 'identity' | 'gzip' | 'br';

/**
 * At equal quality, the first wins. Brotli at level 4 makes a page of talks smaller than gzip at level 6, and faster.
 */
const BY_NAME: readonly ContentCoding[] = ['br', 'gzip', 'identity'];

/** The order for codings that only `*` matches: every client that decodes any coding decodes gzip. */
const BY_WILDCARD: readonly ContentCoding[] = ['gzip', 'identity', 'br'];

/**
 * Chooses the coding; null if all are refused, `identity` included, which is a 406 (RFC 9110, 12.5.3). Without the
 * header the answer is not coded: clients that decode send one.
 */
export function contentCoding(acceptEncoding: string | undefined): ContentCoding | null {
  return acceptEncoding === undefined ? 'identity' : kept(acceptEncoding).coding;
}

const kept = keptByHeader((header) => ({ coding: chosen(preferences(header)) }));

function chosen(accepted: readonly Preference[]): ContentCoding | null {
  const wildcard = accepted.find((one) => one.name === '*');
  let best: ContentCoding | null = null;
  let bestQuality = 0;
  const consider = (coding: ContentCoding, quality: number | undefined): void => {
    if (quality === undefined || quality <= bestQuality) return;
    best = coding;
    bestQuality = quality;
  };
  for (const coding of BY_NAME) consider(coding, qualityIn(coding, accepted));
  for (const coding of BY_WILDCARD)
    if (qualityIn(coding, accepted) === undefined) consider(coding, wildcard?.quality ?? unnamed(coding));
  return best;
}

/** `identity` is acceptable unless refused; if not mentioned, it is the last resort. */
function unnamed(coding: ContentCoding): number | undefined {
  return coding === 'identity' ? Number.MIN_VALUE : undefined;
}

function qualityIn(coding: ContentCoding, accepted: readonly Preference[]): number | undefined {
  return accepted.find((one) => one.name === coding || (coding === 'gzip' && one.name === 'x-gzip'))?.quality;
}
