import type { StoreAddress } from './address.ts';
import type { ImportRow, RowBatch } from './rows.ts';

/** What the writing thread is told; it answers each with one reply, in order. */
export type WriterCommand =
  /** Again after `busy` and `again`. */
  | { readonly verb: 'begin'; readonly address: StoreAddress; readonly replace: boolean }
  | { readonly verb: 'write'; readonly batch: RowBatch }
  /** `row`: undefined for an import that changed no record, which yet may have made the catalogue or changed provenance. */
  | { readonly verb: 'commit'; readonly row: ImportRow | undefined }
  | { readonly verb: 'abandon' };

export type Reply =
  | { readonly outcome: 'done' }
  | Begun
  /** Another import is at it, or has just made the catalogue: begin again. */
  | { readonly outcome: 'busy' | 'again' }
  /** A StoreUnavailable with this message. */
  | { readonly outcome: 'unavailable'; readonly message: string }
  | { readonly outcome: 'bug'; readonly error: unknown };

export interface Begun {
  readonly outcome: 'begun';
  /** Whether there was no catalogue: then nothing of it can be read by others yet. */
  readonly isNew: boolean;
  /** Which of the address's hosts is written to; 0 for a file. */
  readonly place: number;
}

/** The transaction of one import: nothing of it is seen by others until `commit`, and a process that dies leaves nothing. */
export interface EngineWriter {
  /** `replace`: nothing of what is there need be kept, so that it may be damaged, and all provenance and corrections go. @throws StoreUnavailable */
  begin(replace: boolean): Promise<Begun | { readonly outcome: 'busy' | 'again' }>;
  /** @throws StoreUnavailable */
  write(batch: RowBatch): Promise<void>;
  /** @throws StoreUnavailable */
  commit(row: ImportRow | undefined): Promise<void>;
  /** As if nothing had been written. Never fails; may be called at any time, and again. */
  abandon(): Promise<void>;
}
