import { spawn } from 'node:child_process';
import { once } from 'node:events';

interface Shown {
  readonly status: number | null;
  /** Everything sent to the terminal: standard output and error together. */
  readonly output: string;
}

/** Runs a command in a terminal, using `script` of util-linux; undefined if that is not installed. */
export async function inTerminal(command: readonly string[]): Promise<Shown | undefined> {
  const quoted = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', quoted, '/dev/null'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const failed = once(child, 'error').then(() => 'failed' as const);
  const ended = await Promise.race([once(child, 'close'), failed]);
  return ended === 'failed' ? undefined : { status: child.exitCode, output };
}
