import { once } from 'node:events';
import { run } from 'node:test';

interface Behaviours {
  readonly passed: number;
  /** The names of the skipped tests. */
  readonly skipped: readonly string[];
  /** The names of the failed tests. */
  readonly failed: readonly string[];
  /** Milliseconds of the slowest test. */
  readonly longest: number;
}

/** Runs test files, one after the other. Each test in them is one behaviour. */
export async function behavioursIn(files: readonly string[]): Promise<Behaviours> {
  const skipped: string[] = [];
  const failed: string[] = [];
  const durations: number[] = [];
  const running = run({ files: [...files], concurrency: 1 });
  running.on('test:fail', ({ name }) => failed.push(name));
  running.on('test:pass', ({ name, skip, details }) => {
    if (skip !== undefined) skipped.push(name);
    else if (details.type !== 'suite') durations.push(details.duration_ms);
  });
  running.resume();
  await once(running, 'end');
  return { passed: durations.length, skipped, failed, longest: Math.max(0, ...durations) };
}
