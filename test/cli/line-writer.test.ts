import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LineWriter } from '../../src/cli/line-writer.ts';

/** A reader that takes as much as a test allows. */
class Reader {
  /** What it has read, one element per write. */
  readonly read: string[] = [];
  readonly said: unknown[] = [];
  /** Bytes that it takes of each write, or the error code with which writes fail. */
  takes: number | string = Infinity;

  readonly write = (piece: Buffer): number => {
    if (typeof this.takes === 'string') throw Object.assign(new Error(), { code: this.takes });
    const taken = Math.min(this.takes, piece.length);
    this.read.push(piece.subarray(0, taken).toString());
    return taken;
  };

  readonly log = { warn: (...details: readonly unknown[]) => void this.said.push(details) };
}

const LINE = `${'x'.repeat(999)}\n`;

describe('the writer of the access log', () => {
  it('writes lines within 100 ms, and a full batch immediately', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const reader = new Reader();
    const writer = new LineWriter(reader.write, reader.log);
    writer.write('a\n');
    writer.write('b\n');
    assert.deepEqual(reader.read, []);
    t.mock.timers.tick(100);
    assert.deepEqual(reader.read.splice(0), ['a\nb\n']);
    for (let line = 0; line < 5; line += 1) writer.write(LINE);
    assert.deepEqual(reader.read.splice(0), [LINE.repeat(4)]);
    t.mock.timers.tick(100);
    assert.deepEqual(reader.read, [LINE]);
  });

  it('continues where a slow reader stopped', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const reader = new Reader();
    const writer = new LineWriter(reader.write, reader.log);
    writer.write('first\nsecond\n');
    reader.takes = 7;
    t.mock.timers.tick(100);
    reader.takes = 'EAGAIN';
    writer.write('third\n');
    t.mock.timers.tick(1_000);
    reader.takes = Infinity;
    t.mock.timers.tick(10);
    assert.equal(reader.read.join(''), 'first\nsecond\nthird\n');
    assert.deepEqual(reader.said, []);
  });

  for (const [code, reason] of [
    ['EAGAIN', 'the reader of standard output is too slow'],
    ['EPIPE', 'cannot write to standard output: EPIPE'],
  ] as const)
    it(`buffers 1 MiB on ${code}, then drops lines and logs how many`, async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const reader = new Reader();
      const writer = new LineWriter(reader.write, reader.log);
      reader.takes = code;
      for (let line = 0; line < 1_100; line += 1) writer.write(LINE);
      const said = 'access log lines dropped';
      assert.deepEqual(reader.said.splice(0), [[{ reason, url: undefined }, said]]);
      t.mock.timers.tick(60_000);
      assert.deepEqual(reader.said.splice(0), [[{ reason, times: 51, seconds: 60 }, said]]);
      reader.takes = Infinity;
      t.mock.timers.tick(1_000);
      assert.equal(reader.read.join(''), LINE.repeat(1_048));
      writer.write('last\n');
      await writer.end();
      assert.equal(reader.read.at(-1), 'last\n');
      const lost = { reason: undefined, linesDropped: 52, bytesUnwritten: 0 };
      assert.deepEqual(reader.said, [[lost, 'the access log is incomplete']]);
    });

  it('logs at the end how many bytes a closed reader has not received', async () => {
    const reader = new Reader();
    const writer = new LineWriter(reader.write, reader.log);
    reader.takes = 'EPIPE';
    writer.write('a\n');
    await writer.end();
    const lost = { reason: 'cannot write to standard output: EPIPE', linesDropped: 0, bytesUnwritten: 2 };
    assert.deepEqual(reader.said, [[lost, 'the access log is incomplete']]);
  });
});
