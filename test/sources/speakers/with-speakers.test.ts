import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SourceBatch, SourceProblem } from '#sources/source-format.ts';
import { sourceTalk } from '#sources/source-talk.ts';
import { withSpeakers } from '#sources/speakers/with-speakers.ts';

const AT = '2026-11-20T12:00:00Z';
const BAD: SourceProblem = { code: 'bad-value', where: 'DTSTART', what: 'Not a time.', hint: 'Fix it.', line: 1 };

/** The number of batches that were read before each one was returned. */
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

describe('the detection of speakers in a calendar, while undecided', () => {
  it('returns problems as they come', async () => {
    assert.deepEqual(await readBefore(4, () => ({ talks: [], problems: [BAD] })), [1, 2, 3, 4]);
  });

  it('holds back talks up to a total size of all their fields and returns them before a failure', async () => {
    const location = 'x'.repeat(3 * 1024 * 1024);
    const talk = (index: number) => sourceTalk({ key: String(index), line: 1, start: AT, end: AT, location });
    assert.deepEqual(await readBefore(5, (index) => ({ talks: [talk(index)] })), [3, 3, 3, 4, 5]);
    const cutShort = (index: number): SourceBatch =>
      index === 0 ? { talks: [talk(index)] } : { talks: [], failure: BAD };
    assert.deepEqual(await readBefore(2, cutShort), [2, 2]);
  });
});
