import type { IndexColumns } from '#search/index/columns.ts';
import { sectionsOf } from './index-sections.ts';

const weights = new WeakMap<IndexColumns, ArrayBuffer>();

/**
 * Tells the garbage collector the size of an index. V8 ignores shared memory when it decides whether to collect, so
 * unreachable indexes would pile up with every import. It does count an ordinary buffer of the same size, which lives
 * as long as the columns and is never written to, so that the system allocates no memory for it. Call this in each
 * thread that has the columns.
 */
export function addGcPressure(columns: IndexColumns): void {
  const bytes = sectionsOf(columns).reduce((total, { byteLength }) => total + byteLength, 0);
  try {
    weights.set(columns, new ArrayBuffer(bytes));
  } catch {
    // The system does not overcommit memory. Old indexes are then collected later.
  }
}
