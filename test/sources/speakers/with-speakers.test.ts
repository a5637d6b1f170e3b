import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SourceBatch, SourceProblem } from '#sources/source-format.ts';
import { sourceTalk } from '#sources/source-talk.ts';
import { withSpeakers } from '#sources/speakers/with-speakers.ts';

const AT = '2026-11-20T12:00:00Z';
const BAD: SourceProblem = { code: 'bad-value', where: 'DTSTART', what: 'Not a time.', hint: 'Fix it.', line: 1 };

/** How many batches had been read when each one came. */
async function readBefore(count: number, batch: (index: number) => SourceBatch): Promise<readonly number[]> {
  let read = 0;
  async function* batches(): AsyncGenerator<SourceBatch> {
    while (read < count) yield await Promise.resolve(batch(read++));
  }
  const came: number[] = [];
  const names = { title: 'SUMMARY', description: 'DESCRIPTION' };
  for await (const _ of withSpeakers(batches(), names, { mapping: new Map() })) came.push(read);
  return came;
}

describe('while it is not clear how a calendar writes its speakers', () => {
  it('entries that cannot be read are handed on as they come', async () => {
    assert.deepEqual(await readBefore(4, () => ({ talks: [], problems: [BAD] })), [1, 2, 3, 4]);
  });

  it('talks are held up to a size, whatever of them is long, and a failure comes after them', async () => {
    const location = 'x'.repeat(3 * 1024 * 1024);
    const talk = (index: number) => sourceTalk({ key: String(index), line: 1, start: AT, end: AT, location });
    assert.deepEqual(await readBefore(5, (index) => ({ talks: [talk(index)] })), [3, 3, 3, 4, 5]);
    const cutShort = (index: number): SourceBatch =>
      index === 0 ? { talks: [talk(index)] } : { talks: [], failure: BAD };
    assert.deepEqual(await readBefore(2, cutShort), [2, 2]);
  });
});
