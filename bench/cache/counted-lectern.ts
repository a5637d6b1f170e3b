import { fork } from 'node:child_process';
import { once } from 'node:events';
import { BASE_URL, freePort, PROGRAM } from '../harness/measured-process.ts';
import { numberOf } from '../harness/narrow.ts';
import { waitUntilReady } from '../harness/readiness.ts';

const COUNT = new URL('./count.js', import.meta.url).href;

/** What has reached Lectern so far, health checks left out. */
export interface Counted {
  readonly requests: number;
  /** Of these, answered with 304. */
  readonly notModified: number;
  /** Microseconds of processor time. */
  readonly cpu: number;
}

export interface CountedLectern {
  readonly port: number;
  counted(): Promise<Counted>;
  stop(): Promise<void>;
}

/** `lectern serve` in one process, counting. */
export async function serveCounted(database: string): Promise<CountedLectern> {
  const port = await freePort();
  const settings = ['--database', `sqlite:${database}`, '--base-url', BASE_URL, '--port', String(port)];
  // What counts is in this process, not in others that it starts.
  const child = fork(PROGRAM, ['serve', ...settings, '--workers', '1', '--log-level', 'warn'], {
    execArgv: ['--import', COUNT],
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await waitUntilReady(port);
  return {
    port,
    counted: async () => {
      const answered = once(child, 'message');
      child.send('count');
      const [message] = (await answered) as unknown[];
      return {
        requests: numberOf(message, 'requests'),
        notModified: numberOf(message, 'notModified'),
        cpu: numberOf(message, 'cpu'),
      };
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
