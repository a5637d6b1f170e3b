import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { labelledLines } from '#sources/speakers/labelled-lines.ts';
import { peopleNamedIn } from '#sources/speakers/named-people.ts';

describe('speakers', () => {
  it('are read in linear time from a line with a long run of blanks', () => {
    const line = `Ada${' '.repeat(19_000)}Lovelace`;
    for (let talk = 0; talk < 1000; talk++) {
      assert.equal(labelledLines(`Speaker: **${line}** ${String(talk)}**`).speakers?.text, `${line}** ${String(talk)}`);
    }
  });

  it('are read in linear time from names with a long run of commas', () => {
    const name = `Ada${','.repeat(9_000)}Lovelace`;
    const names = Array.from({ length: 1000 }, () => peopleNamedIn(`${name},,`)[0]?.name);
    assert.deepEqual(new Set(names), new Set([name]));
  });
});
