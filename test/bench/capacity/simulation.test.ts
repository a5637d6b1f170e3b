import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { simulate, type SetUp } from '../../../bench/capacity/simulation.ts';
import { SQLITE } from '../../../bench/capacity/predictions.ts';
import type { Question } from '../../../bench/capacity/simulation/worker.ts';

const MADE = { main: 0.001, other: 0 };
const KEPT = { main: 0.0001, other: 0 };

function asking(different: number, isKept: boolean): () => Question {
  const kept = isKept ? KEPT : undefined;
  const kind = { talks: 1, made: MADE, kept, known: MADE, size: 1000, waits: false };
  let asked = 0;
  return () => ({ id: (asked += 1) % different, kind });
}

function setUp(changes: Partial<SetUp>): SetUp {
  return {
    ...{ seed: 1, seconds: 2, warming: 1, talks: 1000, machines: 1, cores: 4, workers: 1, answerMemory: 1e6 },
    render: { main: 0.01, other: 0 },
    clients: { kind: 'closed', connections: 8, work: 0 },
    questions: asking(1e9, false),
    cache: undefined,
    database: SQLITE,
    news: { at: [], changed: 0, pollEvery: 0.25, rebuild: 0, pause: 0 },
    ...changes,
  };
}

function about(actual: number, expected: number): void {
  assert.ok(Math.abs(actual / expected - 1) < 0.02, `${actual} is not about ${expected}`);
}

describe('the simulation', () => {
  it('is the same again from the same seed', () => {
    const clients = { kind: 'open', rate: 500, evenly: false } as const;
    const once = simulate(setUp({ clients }));
    assert.deepEqual(simulate(setUp({ clients })), once);
    assert.notDeepEqual(simulate(setUp({ clients, seed: 2 })), once);
  });

  it('answers as much as its event loops can, and no more than its cores can', () => {
    about(simulate(setUp({})).requestsPerSecond, 1000);
    about(simulate(setUp({ workers: 2 })).requestsPerSecond, 2000);
    about(simulate(setUp({ workers: 4, cores: 2 })).requestsPerSecond, 2000);
  });

  it('gives the client, where it is on the machine, its share of the cores', () => {
    const clients = { kind: 'closed', connections: 8, work: 0.001 } as const;
    about(simulate(setUp({ workers: 2, cores: 2, clients })).requestsPerSecond, 1000);
  });

  it('answers what was asked twice from what it keeps, until there is a new version', () => {
    const questions = asking(50, true);
    assert.equal(simulate(setUp({ questions })).kept, 1);
    const emptied = simulate(
      setUp({ questions, news: { at: [1], changed: 0, pollEvery: 0.25, rebuild: 0, pause: 0 } }),
    );
    assert.ok(emptied.kept < 1);
  });

  it('renders what has changed', () => {
    const clients = { kind: 'open', rate: 100, evenly: true } as const;
    const news = { at: [0], changed: 5000, pollEvery: 0.25, rebuild: 0, pause: 0 };
    assert.ok(simulate(setUp({ clients, news })).busy > simulate(setUp({ clients })).busy * 1.5);
  });

  it('has a version live after the next look and the making of its index, at every worker', () => {
    const clients = { kind: 'open', rate: 1, evenly: true } as const;
    const news = { at: [0, 1], changed: 1, pollEvery: 0.25, rebuild: 0.1, pause: 0 };
    const { live } = simulate(setUp({ workers: 3, clients, news }));
    assert.deepEqual(
      live.map((workers) => workers.length),
      [3, 3],
    );
    for (const seconds of live.flat()) assert.ok(seconds >= 0.1 && seconds <= 0.35, String(seconds));
  });

  it('has it live without waiting where the database tells of it', () => {
    const clients = { kind: 'open', rate: 1, evenly: true } as const;
    const news = { at: [0, 1], changed: 1, pollEvery: 0.25, rebuild: 0.1, pause: 0 };
    const database = { ...SQLITE, notifies: 0.001 };
    for (const seconds of simulate(setUp({ clients, news, database })).live.flat()) about(seconds, 0.101);
  });

  it('does not show a version that a standby has not got yet', () => {
    const clients = { kind: 'open', rate: 1, evenly: true } as const;
    const news = { at: [0], changed: 1, pollEvery: 0.25, rebuild: 0, pause: 0 };
    const database = { ...SQLITE, servers: 2, lag: 0.5 };
    for (const seconds of simulate(setUp({ workers: 4, clients, news, database })).live.flat())
      assert.ok(seconds >= 0.5, String(seconds));
  });
});
