import type { IndexColumns } from '../index/columns.ts';
import { sectionsOf } from './snapshot-sections.ts';

const weights = new WeakMap<IndexColumns, ArrayBuffer>();

/**
 * Makes the garbage collector aware of the size of an index. V8 does not count shared memory when it decides whether to
 * collect, so unreachable indexes would pile up with every import. An ordinary buffer of the same size, alive as long as
 * the columns, is counted; it is never written to, so the system allocates no memory for it. Call this in each thread
 * that holds the columns.
 */
export function addGcPressure(columns: IndexColumns): void {
  const bytes = sectionsOf(columns).reduce((total, { byteLength }) => total + byteLength, 0);
  try {
    weights.set(columns, new ArrayBuffer(bytes));
  } catch {
    // The system does not overcommit memory: old indexes are collected later.
  }
}
