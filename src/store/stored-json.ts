import { isTimestamp } from '#catalogue/timestamp.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';

// Read JSON values that another version of Lectern may have written. A value of another type becomes null or an empty
// list.

export function timeOf(value: unknown): Timestamp | null {
  return typeof value === 'string' && isTimestamp(value) ? value : null;
}

export function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
