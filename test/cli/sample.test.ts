import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { lectern, startLectern } from '../support/process/command.ts';

describe('lectern sample', () => {
  it('writes the same bytes for the same seed and day, and different ones for others', async () => {
    const of = async (...args: string[]): Promise<string> => (await lectern(['sample', ...args])).stdout;
    const first = await of('--today', '2026-03-27', '--seed', '7');
    assert.equal(await of('--seed', '7', '--today', '2026-03-27'), first);
    assert.notEqual(await of('--today', '2026-03-27'), first);
    assert.notEqual(await of('--today', '2026-03-28', '--seed', '7'), first);
  });

  it('writes as many talks as --talks says', async () => {
    const { stdout } = await lectern(['sample', '--talks', '1234', '--today', '2026-03-27']);
    assert.equal(stdout.split('\n').filter((line) => line.startsWith('{"type":"talk"')).length, 1234);
  });

  it('starts with a talk of today', async () => {
    const today = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' }).format(new Date());
    const before = today();
    const { stdout } = await lectern(['sample']);
    const talks = stdout.split('\n').filter((line) => line.startsWith('{"type":"talk"'));
    const start = /"start":"([^"]+)"/.exec(talks[0] ?? '')?.[1] ?? '';
    const date = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' }).format(new Date(start));
    assert.ok([before, today()].includes(date), date);
  });

  it('exits with status 0 and no message if the reader closes the pipe', async () => {
    const running = startLectern(['sample', '--talks', '1000000']);
    assert.ok(running.process.stdout !== null);
    await once(running.process.stdout, 'data');
    running.process.stdout.destroy();
    const { status, stderr } = await running.finished;
    assert.deepEqual([status, stderr], [0, '']);
  });

  it('exits with status 130 and no message on SIGINT', async () => {
    const running = startLectern(['sample', '--talks', '1000000']);
    assert.ok(running.process.stdout !== null);
    await once(running.process.stdout, 'data');
    running.process.kill('SIGINT');
    const { status, stderr } = await running.finished;
    assert.deepEqual([status, stderr], [130, '']);
  });
});
