import { LRUCache } from 'lru-cache';

const MOST_HEADERS = 256;
const LONGEST_HEADER = 512;

/**
 * Keeps what was worked out for a header: clients send a few different ones over and over. What a stranger can make
 * it hold is bounded, in number and in length.
 */
export function keptByHeader<T extends object>(workOut: (header: string) => T): (header: string) => T {
  const kept = new LRUCache<string, T>({ max: MOST_HEADERS });
  return (header) => {
    if (header.length > LONGEST_HEADER) return workOut(header);
    const known = kept.get(header);
    if (known !== undefined) return known;
    const found = workOut(header);
    kept.set(header, found);
    return found;
  };
}
