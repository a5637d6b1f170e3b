import { keptByHeader, preferences } from './preference.ts';
import type { Preference } from './preference.ts';

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
  for (const coding of BY_NAME) consider(coding, qualityOf(coding, accepted));
  for (const coding of BY_WILDCARD)
    if (qualityOf(coding, accepted) === undefined) consider(coding, wildcard?.quality ?? unnamed(coding));
  return best;
}

/** `identity` is acceptable unless refused; if not mentioned, it is the last resort. */
function unnamed(coding: ContentCoding): number | undefined {
  return coding === 'identity' ? Number.MIN_VALUE : undefined;
}

function qualityOf(coding: ContentCoding, accepted: readonly Preference[]): number | undefined {
  return accepted.find((one) => one.name === coding || (coding === 'gzip' && one.name === 'x-gzip'))?.quality;
}
