import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

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

/** The comment that heads a file, for whoever edits it. */
const HEADING = /^\/\*[\s\S]*?\*\/\s*/;

/** A part of an asset that lies in a file of its own, without its heading. @param path from this module */
export function assetPart(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8').replace(HEADING, '');
}
