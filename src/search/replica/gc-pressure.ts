import type { IndexColumns } from '../index/columns.ts';
import { sectionsOf } from './snapshot-sections.ts';

const weights = new WeakMap<IndexColumns, ArrayBuffer>();

/**
 * Lets the garbage collector feel what an index holds. V8 does not count shared memory when it decides whether to
 * collect, so that, import after import, indexes nobody can reach any more would pile up. An ordinary buffer of the
 * same size, kept as long as the columns are, is counted; as it is never written to, the system gives it no memory.
 * To be called in each thread that holds the columns.
 */
export function addGcPressure(columns: IndexColumns): void {
  const bytes = sectionsOf(columns).reduce((total, { byteLength }) => total + byteLength, 0);
  try {
    weights.set(columns, new ArrayBuffer(bytes));
  } catch {
    // A system that promises no more memory than it has: old indexes go when the collector comes by.
  }
}
