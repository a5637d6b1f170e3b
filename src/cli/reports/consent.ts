import { createInterface } from 'node:readline/promises';
import type { Host } from '../host.ts';

/** Asks a yes-or-no question on the terminal. Undefined if there is no terminal. */
export async function asked(host: Host, question: string, signal: AbortSignal): Promise<boolean | undefined> {
  if (host.stdin.isTTY !== true || host.stderr.isTTY !== true) return undefined;
  const terminal = createInterface({ input: host.stdin, output: host.stderr });
  // Ctrl-C asks to stop, here as anywhere; the end of the input counts as an answer.
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    const answer = await Promise.race([terminal.question(`${question} [y/N] `, { signal }), ended]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
