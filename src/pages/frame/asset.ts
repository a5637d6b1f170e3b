import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A file that pages load. Its name contains a hash of its content, so it can be cached indefinitely. */
export interface Asset {
  /** File name, without the folder. */
  readonly name: string;
  readonly content: Buffer;
  readonly contentType: string;
}

/** @param ending the file extension, without the dot */
export function asset(content: string | Buffer, ending: string, contentType: string): Asset {
  const bytes = Buffer.from(content);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return { name: `lectern-${hash}.${ending}`, content: bytes, contentType };
}

/** The comment at the top of a file. */
const HEADING = /^\/\*[\s\S]*?\*\/\s*/;

/** Reads a part of an asset from its file, without the leading comment. @param path relative to this module */
export function assetPart(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8').replace(HEADING, '');
}
