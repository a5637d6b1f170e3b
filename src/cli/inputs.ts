import type { Input } from '#sources/file-input.js';

export const INPUT_HELP = 'files, plain or gzipped; - is standard input';

/** What the words of a command line name. Nothing is opened yet. */
export async function inputsOf(files: readonly string[], signal: AbortSignal): Promise<readonly Input[]> {
  const { fileInput, streamInput } = await import('#sources/file-input.js');
  // Whoever waits for a line that may never come is woken, to see that it is to stop.
  signal.addEventListener('abort', () => process.stdin.destroy());
  return files.map((file) => (file === '-' ? streamInput('-', process.stdin) : fileInput(file)));
}
