import { readFileSync } from 'node:fs';

/** The version of this program. */
export function programVersion(): string {
  const file: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const found = typeof file === 'object' && file !== null && 'version' in file ? file.version : undefined;
  return typeof found === 'string' ? found : 'unknown';
}
