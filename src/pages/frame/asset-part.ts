import { readFileSync } from 'node:fs';

/** What explains a file to whoever edits it, at its head. */
const HEADING = /^\/\*[\s\S]*?\*\/\s*/;

/** A part of what browsers load, which lies in a file of its own: without its heading. @param path from this module */
export function assetPart(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8').replace(HEADING, '');
}
