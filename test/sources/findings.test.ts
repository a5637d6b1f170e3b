import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Findings, noStart } from '#sources/findings.ts';
import { sourceTalk } from '#sources/source-talk.ts';
import type { SourceTalk } from '#sources/source-talk.ts';

function talk(line: number): SourceTalk {
  const at = '2026-11-20T12:00:00Z';
  return sourceTalk({ key: String(line), line, title: 'On moss', start: at, end: at });
}

describe('Findings', () => {
  it('hands out talks in batches of 200 and the rest at the end', () => {
    const found = new Findings();
    const handed: number[] = [];
    for (let line = 1; line <= 450; line++) {
      found.talk(talk(line));
      for (const { talks } of found.enough()) handed.push(talks.length);
    }
    assert.deepEqual(handed, [200, 0, 200, 0]);
    assert.deepEqual(
      [...found.batches()].map(({ talks }) => talks.map((one) => one.line)),
      [Array.from({ length: 50 }, (_, at) => 401 + at), []],
    );
  });

  it('takes more talks of one entry than a call may have arguments', () => {
    const found = new Findings();
    found.entry(1, 'moss', () => Array<SourceTalk>(300_000).fill(talk(1)));
    const talks = [...found.batches()].reduce((sum, batch) => sum + batch.talks.length, 0);
    assert.equal(talks, 300_000);
  });

  it('adds the line and key of the entry to each problem and keeps only the first failure', () => {
    const found = new Findings();
    found.entry(7, 'moss', () => {
      throw noStart('start', 'Give it one.');
    });
    const failure = { code: 'cut-short', where: '', what: 'It ends.', hint: 'Get it whole.', line: 9 };
    found.addWrong({ failure });
    found.fail({ ...failure, line: 10 });
    const what = 'It has no start.';
    const problem = { code: 'missing-start', where: 'start', what, hint: 'Give it one.', line: 7, key: 'moss' };
    assert.deepEqual([...found.batches()], [{ talks: [], problems: [problem], notes: [], failure }]);
    assert.throws(() => found.entry(8, '', () => assert.fail('a fault of ours')), /a fault of ours/);
  });
});
