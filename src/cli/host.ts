import type { Readable, Writable } from 'node:stream';

interface Terminal {
  readonly isTTY?: boolean;
}

/** Standard output or standard error. */
export type Output = Writable & Terminal & { readonly columns?: number };

/**
 * What commands use of the process that they run in. A test runs many of them in its own process, each with streams of
 * its own.
 */
export interface Host {
  /** Node opens it when it is first asked for. */
  readonly stdin: Readable & Terminal;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Lowers the priority of the process: readers are waiting, imports are not. */
  readonly yieldToReaders: () => void;
  /** Keeps the peak memory of imports low, at the cost of more garbage collections. */
  readonly keepHeapSmall: () => void;
}
