import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readCached, writeAtomically } from '#sources/fetch/cache-folder.ts';
import { KnownAnswers } from '#sources/fetch/address-pages.ts';
import { temporaryFolder } from '../../support/folder.ts';

const ROOM = 100;
const at = (path: string): URL => new URL(path, 'https://ox.example');
const answer = { conditions: { etag: '"1"', lastModified: '' }, bytes: Buffer.from('x'.repeat(60)) };

describe('answers cached for the next import', () => {
  it('stay within their limit on disk across several imports', async () => {
    const folder = join(temporaryFolder(), 'known');
    const first = new KnownAnswers(folder, ROOM);
    for (const path of ['/1', '/2']) await first.keep(at(path), answer);
    const second = new KnownAnswers(folder, ROOM);
    await second.keep(at('/3'), answer);
    const known = [];
    for (const path of ['/1', '/2', '/3']) known.push(await new KnownAnswers(folder, ROOM).of(at(path)));
    assert.deepEqual(known, [answer, undefined, undefined]);
  });

  it('stay whole when several imports write the same one at once', async () => {
    const path = join(temporaryFolder(), 'answer');
    const written = ['a', 'b', 'c'].map((letter) => Buffer.alloc(1_000_000, letter));
    await Promise.all(written.map((bytes) => writeAtomically(path, bytes)));
    const kept = await readCached(path);
    assert.ok(written.some((bytes) => kept?.equals(bytes)));
  });

  it('leave no temporary file behind if they cannot be written', async () => {
    const folder = temporaryFolder();
    // A folder cannot be replaced by a file.
    mkdirSync(join(folder, 'answer'));
    await assert.rejects(writeAtomically(join(folder, 'answer'), Buffer.from('x')));
    assert.deepEqual(readdirSync(folder), ['answer']);
  });
});
