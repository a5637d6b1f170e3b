/**
 * Whether `If-None-Match` matches this entity tag (RFC 9110, 13.1.2): a list or `*`, compared
 * weakly. A malformed header matches nothing.
 */
export function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  const header = ifNoneMatch.trim();
  if (header === '*') return true;
  const opaque = etag.startsWith('W/') ? etag.slice(2) : etag;
  for (const tag of header.matchAll(/(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g)) if (tag[1] === opaque) return true;
  return false;
}
