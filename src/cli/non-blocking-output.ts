import { constants, fstatSync, openSync, writeSync } from 'node:fs';

/**
 * Writes to standard output, and throws EAGAIN instead of waiting for whoever reads it.
 *
 * Whether a write waits is not decided by a process, but by what all that have inherited the output share. Node makes that
 * non-blocking when it opens the stream, and blocking again for each process that it starts with it.
 */
export function nonBlockingOutput(): (piece: Buffer) => number {
  const { fd } = process.stdout;
  const own = fstatSync(fd).isFIFO() ? openedAnew(fd) : undefined;
  if (own !== undefined) return (piece) => writeSync(own, piece);
  const handle: unknown = Reflect.get(process.stdout, '_handle');
  // A file has none, and never lets anybody wait.
  if (!canBeSet(handle)) return (piece) => writeSync(fd, piece);
  return (piece) => {
    handle.setBlocking(false);
    return writeSync(fd, piece);
  };
}

/** The same pipe for this process alone. Undefined where the system has no such files, or the pipe is another user's. */
function openedAnew(fd: number): number | undefined {
  try {
    return openSync(`/proc/self/fd/${String(fd)}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

function canBeSet(handle: unknown): handle is { readonly setBlocking: (isBlocking: boolean) => void } {
  return (
    typeof handle === 'object' && handle !== null && 'setBlocking' in handle && typeof handle.setBlocking === 'function'
  );
}
