import { constants, setPriority } from 'node:os';
import { reportFailure } from './failure.ts';
import { run } from './program.ts';
import { keepHeapSmall } from './small-heap.ts';
import type { Host } from './host.ts';

// What this process writes is not for other users of the machine: databases, exports and caches have private lists.
const given = process.umask(0o077);
process.umask(given | 0o027);

const host: Host = {
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  yieldToReaders,
  keepHeapSmall,
};

process.on('uncaughtException', (error) => {
  process.exit(reportFailure(error, process.stderr));
});

// A reader that closes the pipe early, as `head` does, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await run(process.argv.slice(2), process.env, host);

/**
 * Lowers the priority of this process. Not to the lowest: on a busy machine an import would then take hours, blocking
 * all others with its lock.
 */
function yieldToReaders(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some systems do not allow this.
  }
}
