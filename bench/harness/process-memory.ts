import { readFileSync } from 'node:fs';

/** Memory in bytes, as counted by the kernel (proc(5), `/proc/pid/status`). */
export interface ProcessMemory {
  readonly resident: number;
  /** Peak resident memory. */
  readonly peak: number;
  /** Heaps, buffers, stacks. */
  readonly anonymous: number;
  /** Code and mapped files, which may be shared with other processes. */
  readonly file: number;
  /** Shared memory. SharedArrayBuffers count as shared or anonymous, depending on the allocator. */
  readonly shared: number;
}

/** Undefined without /proc or if the process has ended. */
export function processMemory(pid: number): ProcessMemory | undefined {
  let status: string;
  try {
    status = readFileSync(`/proc/${String(pid)}/status`, 'latin1');
  } catch {
    return undefined;
  }
  const field = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return {
    resident: field('VmRSS'),
    peak: field('VmHWM'),
    anonymous: field('RssAnon'),
    file: field('RssFile'),
    shared: field('RssShmem'),
  };
}

export function mebibytes(bytes: number): number {
  return bytes / (1024 * 1024);
}
