import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const COMMAND = /^(?:lectern [a-z]|curl |ss |systemctl |fuser |--)/;

/** The quoted messages, split at `…`, which stands for variable text. Only pieces of more than two words. */
function quotedPieces(text: string): string[] {
  const prose = text.replaceAll(/^```.*?^```/gms, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)]
    .map(([, quoted = '']) => quoted)
    .filter((quoted) => !COMMAND.test(quoted))
    .flatMap((quoted) => quoted.split('…'))
    .map((piece) => piece.replace(/^[\s“”.]+/, '').trim())
    .filter((piece) => piece.split(' ').length > 2);
}

describe('docs/how-to/troubleshoot.md', () => {
  it('quotes messages as Lectern prints them', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const source = files.map((name) => readFileSync(join('src', name), 'utf8')).join('\n');
    const pieces = quotedPieces(readFileSync('docs/how-to/troubleshoot.md', 'utf8'));
    assert.ok(pieces.length > 15, pieces.join('\n'));
    assert.deepEqual(
      pieces.filter((piece) => !source.includes(piece)),
      [],
    );
  });
});
