import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { WORKERS_BY_DEFAULT } from '../settings/settings.ts';

/** The CPU quota of a Linux container: microseconds or `max`, and the period it applies to. */
const QUOTA = '/sys/fs/cgroup/cpu.max';

/** How many cores this process may use; at least 1. */
export function cores(): number {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(quotaIn(read(QUOTA)))));
}

/** `150000 100000` → 1.5; Infinity if there is no limit. */
export function quotaIn(text: string): number {
  const [, quota, period] = /^(\d+) (\d+)\s*$/.exec(text) ?? [];
  return quota === undefined || Number(period) === 0 ? Infinity : Number(quota) / Number(period);
}

/** Bytes for each worker, with room for an import beside a single one at 100,000 talks (docs/capacity.md). */
export const WORKER_MEMORY = 512 * 1024 * 1024;

/** How many workers there are unless a setting says so; at least 1. */
export function workersFor(processors: number, bytes: number): number {
  return Math.max(1, Math.min(WORKERS_BY_DEFAULT, processors, Math.floor(bytes / WORKER_MEMORY)));
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
