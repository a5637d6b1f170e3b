import { createHash } from 'node:crypto';
import type { Slug } from '#catalogue/slug.ts';
import type { FeedHead } from './feed-format.ts';
import type { Publication } from '../representation.ts';

/** A talk's permanent identifier, whichever host serves it: its slug is a UUID (RFC 9562, 4). */
export function talkId(slug: Slug): string {
  return `urn:uuid:${slug}`;
}

/** The UUID namespace of documents. Changing it would make every feed a new one to its readers. */
const NAMESPACE = Buffer.from('2f6f0f7c5b1e4c57a0c5d0a3f6b1e94d', 'hex');

/**
 * A document's permanent identifier: a UUID of version 5 (RFC 9562, 5.5) of the address below the service's base, so
 * that it stays when the service moves to another host or under another path.
 */
export function documentId(publication: Publication, { self }: FeedHead): string {
  const { baseUrl } = publication;
  const name = self.startsWith(baseUrl) ? self.slice(baseUrl.length) : self;
  const hash = createHash('sha1').update(NAMESPACE).update(name).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const uuid = hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return `urn:uuid:${uuid}`;
}

/** A permanent number for programs that have no other identifiers: 1 to 2³¹ − 1, since some store 32 bits. */
export function numericId(slug: Slug): number {
  return createHash('sha256').update(slug).digest().readUInt32BE(0) & 0x7fff_ffff || 1;
}
