import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Events } from '../../../bench/capacity/simulation/events.ts';
import { Cores, Threads } from '../../../bench/capacity/simulation/processors.ts';

/** When each of these works was done, on so many cores. */
function doneAt(cores: number, works: readonly number[], threads?: number): number[] {
  const events = new Events();
  const machine = new Cores(events, cores);
  const one = threads === undefined ? undefined : new Threads(machine, threads);
  const times: number[] = [];
  works.forEach((work, i) => {
    const done = (): void => {
      times[i] = Math.round(events.now * 1e6) / 1e6;
    };
    if (one === undefined) machine.run(work, done);
    else one.do(work, done);
  });
  events.run(1000);
  return times;
}

describe('the simulated machine', () => {
  it('lets what happens happen in the order of its times, and of being given', () => {
    const events = new Events();
    const seen: string[] = [];
    for (const [time, name] of [
      [3, 'c'],
      [1, 'a'],
      [3, 'd'],
      [2, 'b'],
    ] as const)
      events.after(time, () => seen.push(`${name} ${events.now}`));
    events.run(10);
    assert.deepEqual(seen, ['a 1', 'b 2', 'c 3', 'd 3']);
    assert.equal(events.now, 10);
  });

  it('does as many things at full speed as it has cores', () => {
    assert.deepEqual(doneAt(2, [1, 2]), [1, 2]);
  });

  it('shares its cores evenly among more things than it has cores', () => {
    // Three share two cores: 1 is done after 1.5; of 2 and 3 a half and two halves are left, at full speed.
    assert.deepEqual(doneAt(2, [1, 2, 3]), [1.5, 2.5, 3.5]);
  });

  it('does the things of one thread one after the other', () => {
    assert.deepEqual(doneAt(2, [1, 2, 3], 1), [1, 3, 6]);
  });
});
