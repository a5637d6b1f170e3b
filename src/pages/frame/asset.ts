import { createHash } from 'node:crypto';

/** A file that pages load. Its name changes with what it says, so that it can be cached for good. */
export interface Asset {
  /** Without a folder. */
  readonly name: string;
  readonly content: Buffer;
  readonly contentType: string;
}

/** @param ending of the name, without the dot */
export function asset(content: string | Buffer, ending: string, contentType: string): Asset {
  const bytes = Buffer.from(content);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return { name: `lectern-${hash}.${ending}`, content: bytes, contentType };
}
