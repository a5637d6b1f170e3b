import { createHash } from 'node:crypto';
import type { Slug } from './slug.ts';

/** Where the fields of a UUID are in its digits (RFC 9562, 4). */
const FIELDS = [
  [0, 8],
  [8, 12],
  [12, 16],
  [16, 20],
  [20, 32],
] as const;
/** Slugs are written into this buffer to get flat strings, not concatenations: an import keeps every slug in memory. */
const FORM = Buffer.alloc(36, '-');

/** The UUID of version 5 (RFC 9562, 5.5) of a name in a namespace. */
export function namedUuid(namespace: Uint8Array, name: string): Slug {
  const digest = createHash('sha1').update(namespace).update(name).digest();
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString('hex', 0, 16);
  let at = 0;
  for (const [begin, end] of FIELDS) {
    FORM.write(hex.slice(begin, end), at, 'latin1');
    at += end - begin + 1;
  }
  return FORM.toString('latin1');
}

export function uuidBytes(uuid: Slug): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

/** Namespace of all UUIDs that Lectern makes from names in sources. Must not change, or every slug would change. */
const LECTERN = uuidBytes('5b0c6d4e-3a1f-5d27-9c55-7e0a4be1f6d2');

/** The namespace of a source. It does not reveal the source's name, which may be a secret address. */
export function sourceNamespace(source: string): Slug {
  return namedUuid(LECTERN, source);
}
