import assert from 'node:assert/strict';
import type { AskableServer } from './server.ts';

/** The entity tag of a response; fails unless it is a strong one. */
export async function etagOf(
  server: AskableServer,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { etag } = (await server.ask(path, { headers })).headers;
  assert.match(etag ?? '', /^"[\x21\x23-\x7e]+"$/, `${path} has no strong entity tag`);
  return etag ?? '';
}
