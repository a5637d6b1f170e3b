import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { unpacked } from '#sources/file-input.ts';
import { ReadingFailure } from '#sources/reading-problem.ts';
import { wholeBody } from '../support/http/strange-server.ts';

const MEBIBYTE = 1024 * 1024;

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

describe('decompressing a file', () => {
  it('fails above a given size, which does not limit uncompressed files', async () => {
    const bytes = Buffer.alloc(3 * MEBIBYTE);
    assert.equal((await wholeBody(unpacked(one(bytes), MEBIBYTE))).length, bytes.length);
    assert.equal((await wholeBody(unpacked(one(gzipSync(bytes)), 3 * MEBIBYTE))).length, bytes.length);
    await assert.rejects(wholeBody(unpacked(one(gzipSync(bytes)), MEBIBYTE)), (error) => {
      assert.ok(error instanceof ReadingFailure);
      assert.deepEqual([error.problem.code, error.problem.what], ['too-large', 'It decompresses to more than 1 MiB.']);
      return true;
    });
  });
});
