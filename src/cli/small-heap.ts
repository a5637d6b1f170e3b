import { totalmem } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the peak memory of imports low: they hold little at a time but discard a lot. By default,
 * the space for new objects grows to 128 MiB, and the heap to several times that before it is
 * collected. Measured with 100,000 talks: the peak falls from 440 to 300 MiB for tables, from 455
 * to 325 for workbooks and from 415 to 275 for calendars; CPU time falls by a tenth for workbooks,
 * and rises by a twentieth for calendars.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=100');
}

/** Bytes of memory that this process may use: what its container allows, or else what the machine has. */
export function memory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** Below so many bytes, a server must be as small as it can. */
const LITTLE = 1024 * 1024 * 1024;

/**
 * Settings that reduce a server's memory (docs/capacity.md). By default, Node lets up to 128 MiB of garbage pile up
 * before collecting it; 16 cost no more CPU time. Where the heap may grow to 2 GiB or more, V8 lets it grow fourfold
 * between two collections, and below that only twofold; the index is not in it. The C library (glibc) gives each thread a
 * heap of its own; and it keeps freed blocks of up to 32 MiB, since its threshold for returning them to the system grows
 * with the blocks that are freed, unless it is set. Where there is little memory, garbage is collected sooner still, and
 * pages cost about a quarter more. Options given to `lectern` itself, NODE_OPTIONS and the environment override these.
 */
export function lessMemory(bytes = memory(), given = process.env.NODE_OPTIONS ?? '') {
  const least = ['--max-semi-space-size=1', '--heap-growing-percent=20', '--optimize-for-size'];
  const execArgv = bytes < LITTLE ? least : ['--max-semi-space-size=8', '--max-old-space-size=2000'];
  return {
    // On the command line, they would override NODE_OPTIONS.
    execArgv: execArgv.filter((option) => !given.includes(option.split('=')[0] ?? option)),
    env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536' },
  };
}

/**
 * Begins this process again with settings that only take effect at its start, unless its environment has them. It
 * stays the same process, with the same streams.
 */
export function startSmall(): void {
  const isSmall = 'MALLOC_ARENA_MAX' in process.env;
  // A program that listens to this process would hear no more of it. Windows cannot do this, nor older versions of Node.
  if (isSmall || process.channel !== undefined || process.execve === undefined) return;
  const less = lessMemory();
  const { argv, execArgv, execPath } = process;
  process.execve(execPath, [execPath, ...less.execArgv, ...execArgv, ...argv.slice(1)], {
    ...less.env,
    ...process.env,
  });
}
