import { LRUCache } from 'lru-cache';

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
