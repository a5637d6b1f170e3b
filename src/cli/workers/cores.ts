import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

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

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
