import { createInterface } from 'node:readline/promises';

/** Asks a question on the terminal, to be answered with yes or no. Undefined if there is no terminal to ask on. */
export async function asked(question: string, signal: AbortSignal): Promise<boolean | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C is a request to stop here as anywhere, and the end of the input an answer.
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    const answer = await Promise.race([terminal.question(`${question} [y/N] `, { signal }), ended]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
