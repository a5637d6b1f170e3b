import type { StoreAddress } from './address.ts';
import type { ImportRow, RowBatch } from './rows.ts';

/** Commands to the writing thread, which sends one reply for each, in order. */
export type WriterCommand =
  /** To be repeated after `busy` and `again`. */
  | { readonly verb: 'begin'; readonly address: StoreAddress; readonly replace: boolean }
  | { readonly verb: 'write'; readonly batch: RowBatch }
  /** `row`: undefined if no record changed; the import may still have created the catalogue or changed provenance. */
  | { readonly verb: 'commit'; readonly row: ImportRow | undefined }
  | { readonly verb: 'abandon' };

export type Reply =
  | { readonly outcome: 'done' }
  | Begun
  /** Another import is running (`busy`), or has just created the catalogue (`again`): begin again. */
  | { readonly outcome: 'busy' | 'again' }
  /** A StoreUnavailable with this message; `full`: a DiskFull, with the path of the file. */
  | { readonly outcome: 'unavailable'; readonly message: string; readonly full?: string }
  | { readonly outcome: 'bug'; readonly error: unknown };

export interface Begun {
  readonly outcome: 'begun';
  /** Whether there was no catalogue before; others cannot read it until the commit. */
  readonly isNew: boolean;
  /** Index of the host that is written to, in the address; 0 for a file. */
  readonly place: number;
}

/** The transaction of one import: invisible to others until `commit`, and undone if the process dies. */
export interface EngineWriter {
  /**
   * `replace`: nothing need be kept, so the catalogue may be damaged; all provenance and corrections are deleted.
   * @throws StoreUnavailable
   */
  begin(replace: boolean): Promise<Begun | { readonly outcome: 'busy' | 'again' }>;
  /** @throws StoreUnavailable */
  write(batch: RowBatch): Promise<void>;
  /** @throws StoreUnavailable */
  commit(row: ImportRow | undefined): Promise<void>;
  /** Rolls back. Never fails; may be called at any time, and again. */
  abandon(): Promise<void>;
}
