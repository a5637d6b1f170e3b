import assert from 'node:assert/strict';
import { startLectern, type Finished } from '../support/process/command.ts';

/** Runs `lectern serve` in a child process, which should fail to start. If it does start, kills it and throws. */
export async function failedServe(args: readonly string[]): Promise<Finished> {
  const running = startLectern(['serve', '--port', '0', '--metrics', 'off', ...args]);
  const isServing = await running.saying('is ready').then(
    () => true,
    () => false,
  );
  running.process.kill('SIGKILL');
  const finished = await running.finished;
  assert.ok(!isServing, 'it started to serve');
  return finished;
}
