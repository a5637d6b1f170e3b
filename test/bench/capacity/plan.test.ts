import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ofEachKind } from '../../../bench/capacity/kinds.ts';
import type { Parameters } from '../../../bench/capacity/parameters.ts';
import { plan, type Demand, type Machine } from '../../../bench/capacity/plan.ts';

const GIBIBYTE = 2 ** 30;
const MACHINE: Machine = { cores: 8, memory: 32 * GIBIBYTE, utilisation: 0.5 };

/** Round figures: 50 µs a page and 500 µs to compress it; 200 bytes a talk in the index, 1 µs a talk for a version. */
const PARAMETERS: Parameters = {
  talks: [10_000, 100_000],
  kinds: ofEachKind((kind) => ({
    main: [kind === 'searchAgainGzip' ? 15e-6 : 50e-6],
    other: [kind === 'searchGzip' ? 500e-6 : 0],
    client: [10e-6],
    bytes: kind === 'talk' ? 4_000 : kind === 'searchGzip' ? 11_000 : 66_000,
  })),
  render: { main: [80e-6], other: [20e-6] },
  news: { rebuild: [0.01, 1e-6, 0], swap: [0.001, 0, 0], pause: [0.01, 0, 0] },
  memory: { index: [0, 200], process: [150 * 2 ** 20, 20], rendered: 3_500 },
  start: { saved: [0.2, 0], made: [0.3, 5e-6] },
};

function demand(changes: Partial<Demand>): Demand {
  return {
    ...{ talks: 100_000, requestsPerSecond: 1_000, questions: 100_000, exponent: 0.9 },
    mix: { search: 0.7, talk: 0.2, series: 0.1 },
    ...{ versionEvery: 300, changed: 100, cache: false },
    ...changes,
  };
}

describe('a plan', () => {
  it('has a machine more than are needed, and is no smaller for more requests', () => {
    const rates = [10, 100, 1_000, 10_000, 100_000];
    const processes = rates.map((requestsPerSecond) => {
      const { machines, workers } = plan(PARAMETERS, demand({ requestsPerSecond }), MACHINE);
      return machines * workers;
    });
    assert.deepEqual(processes.slice(0, 2), [4, 4]);
    assert.deepEqual(
      [...processes].sort((a, b) => a - b),
      processes,
    );
  });

  it('has room on its machines for what its processes answer when one machine is lost', () => {
    const found = plan(PARAMETERS, demand({ requestsPerSecond: 50_000 }), MACHINE);
    const left = (found.machines - 1) * MACHINE.cores * MACHINE.utilisation;
    assert.ok(found.answering <= left * 1.05, `${found.answering} cores of ${left}`);
  });

  it('puts no more processes on a machine than its memory holds', () => {
    const found = plan(PARAMETERS, demand({ talks: 30_000_000, requestsPerSecond: 50_000 }), MACHINE);
    assert.ok(found.workers < 8);
    assert.ok(found.peak <= MACHINE.memory);
  });

  it('needs less behind a cache', () => {
    const requestsPerSecond = 50_000;
    const without = plan(PARAMETERS, demand({ requestsPerSecond }), MACHINE);
    const behind = plan(PARAMETERS, demand({ requestsPerSecond, cache: true }), MACHINE);
    assert.ok(behind.origin < without.origin / 10);
    assert.ok(behind.machines < without.machines);
  });
});
