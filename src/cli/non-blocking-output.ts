import { constants, fstatSync, openSync, writeSync } from 'node:fs';

/**
 * Writes to standard output, and throws EAGAIN instead of waiting for the reader.
 *
 * Whether a write blocks is not up to one process: the flag is shared by all that inherited the
 * output. Node makes it non-blocking when it opens the stream, and blocking again for each child
 * process that it starts with it.
 */
export function nonBlockingOutput(): (piece: Buffer) => number {
  const { fd } = process.stdout;
  const own = fstatSync(fd).isFIFO() ? openedAnew(fd) : undefined;
  if (own !== undefined) return (piece) => writeSync(own, piece);
  const handle: unknown = Reflect.get(process.stdout, '_handle');
  // A file has no reader to wait for.
  if (!canBeSet(handle)) return (piece) => writeSync(fd, piece);
  return (piece) => {
    handle.setBlocking(false);
    return writeSync(fd, piece);
  };
}

/**
 * Reopens the pipe for this process alone. Undefined if the system has no such files, or the pipe
 * belongs to another user.
 */
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
