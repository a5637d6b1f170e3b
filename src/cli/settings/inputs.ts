import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { AddressInputOptions } from '#sources/fetch/address-input.ts';
import type { Input } from '#sources/file-input.ts';
import type { Host } from '../host.ts';

export const INPUT_HELP = 'files (plain or gzipped) or addresses; - is standard input';

/** The inputs named by the arguments of a command line. Nothing is opened yet. */
export async function inputsOf(
  words: readonly string[],
  host: Pick<Host, 'stdin'>,
  fetching: Fetching,
): Promise<readonly Input[]> {
  const { fileInput, streamInput } = await import('#sources/file-input.ts');
  const { addressInput } = await import('#sources/fetch/address-input.ts');
  // A read that is waiting for more input must end too.
  fetching.signal.addEventListener('abort', () => host.stdin.destroy());
  return words.map((word) => {
    if (word === '-' || word === '/dev/stdin') return streamInput(word, host.stdin);
    const pipe = inheritedPipe(word);
    if (pipe !== undefined) return streamInput(word, readUntil(fetching.signal, pipe));
    // Any scheme: one that cannot be fetched is reported as such, not as a missing file.
    return /^[a-z][a-z\d+.-]*:\/\//i.test(word) ? addressInput(word, fetching) : fileInput(word);
  });
}

/**
 * What a shell passes for `<(command)`; undefined for other arguments. Reading it as a file could
 * not be interrupted.
 */
function inheritedPipe(word: string): number | undefined {
  const [, descriptor] = /^\/(?:dev|proc\/self)\/fd\/(\d{1,9})$/.exec(word) ?? [];
  if (descriptor === undefined) return undefined;
  try {
    return fstatSync(Number(descriptor)).isFIFO() ? Number(descriptor) : undefined;
  } catch {
    return undefined;
  }
}

async function* readUntil(signal: AbortSignal, pipe: number): AsyncGenerator<Buffer> {
  const stream = new Socket({ fd: pipe, readable: true, writable: false, signal });
  yield* stream;
}

/** How addresses are fetched. */
type Fetching = Pick<AddressInputOptions, 'fetcher' | 'cacheFolder'> & { readonly signal: AbortSignal };
