import assert from 'node:assert/strict';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';

/** Reads a message with a third-party parser. Also checks that every mail server would accept its lines. */
export async function parsedMail(message: Buffer | string): Promise<Email> {
  const text = message.toString();
  for (const line of text.split(/\r?\n/)) {
    assert.ok(Buffer.byteLength(line) <= 200, `a line of ${String(Buffer.byteLength(line))} bytes`);
    assert.match(line, /^[\t\x20-\x7e]*$/);
  }
  return PostalMime.parse(message);
}
