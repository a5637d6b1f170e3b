import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { until } from '../support/until.ts';

/** A server program that a test has started. */
export interface Daemon {
  readonly process: ChildProcess;
  /** Standard output and error so far. */
  readonly said: () => string;
  stop(): Promise<void>;
}

/** The path of a program, or undefined if it is not installed. */
export function installed(program: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/** Why a suite that needs programs of .ci/servers is skipped, which `npm test` repeats at its end; false if it runs. */
export function skipWithout(...programs: readonly string[]): string | false {
  const missing = programs.filter((program) => installed(program) === undefined);
  return missing.length > 0 && `${missing.join(' and ')} is not installed`;
}

/** The same for a program that .ci/servers does not install. */
export function skipUnlessThere(program: string): string | false {
  return installed(program) === undefined && `this machine has no ${program}`;
}

/**
 * Starts a program in the foreground, and waits until it is ready.
 *
 * @param ready the port that then accepts connections, or the text that it then prints
 */
export async function startDaemon(
  command: string,
  args: readonly string[],
  ready: number | string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Daemon> {
  const child = spawn(command, args, { env: { ...process.env, ...variables }, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => (text += more));
  child.stderr.setEncoding('utf8').on('data', (more: string) => (text += more));
  const ended = once(child, 'close');
  const over = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const daemon: Daemon = {
    process: child,
    said: () => text,
    stop: async () => {
      if (!over()) child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(late);
    },
  };
  const isReady = (): boolean | Promise<boolean> => (typeof ready === 'string' ? text.includes(ready) : listens(ready));
  try {
    await until(async () => over() || (await isReady()), `${command} to be ready`);
  } catch (error) {
    await daemon.stop();
    throw error;
  }
  if (over()) throw new Error(`${command} ended at once: ${text}`);
  return daemon;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}
