import type { ImportRow, RowBatch } from './rows.js';

/** What the writing thread is told; it answers each with one reply, in order. */
export type Command =
  | { readonly verb: 'begin'; readonly path: string }
  | { readonly verb: 'write'; readonly batch: RowBatch }
  /** `row`: undefined for an import that changed nothing, which yet may have made the file. */
  | { readonly verb: 'commit'; readonly row: ImportRow | undefined }
  | { readonly verb: 'abandon' };

export type Reply =
  | { readonly outcome: 'done'; readonly isNew: boolean }
  /** Another import is at it, or has just made the file: begin again. */
  | { readonly outcome: 'busy' | 'again' }
  /** A StoreUnavailable with this message. */
  | { readonly outcome: 'unavailable'; readonly message: string }
  | { readonly outcome: 'bug'; readonly error: unknown };
