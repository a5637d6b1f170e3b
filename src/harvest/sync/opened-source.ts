import type { Input } from '#sources/file-input.ts';
import type { ReadOptions } from '#sources/source-format.ts';
import type { SeenContent } from '#store/source-state.ts';

/** What a source says now, before it is read. */
export type OpenedSource =
  /** What it said when it was last read. */
  { readonly kind: 'same' } | OpenedAnew;

export interface OpenedAnew {
  readonly kind: 'other';
  /** Its problems name the source. */
  readonly input: Input;
  /** By what one tells the next time that it says the same; to be asked when it has been read. */
  readonly content: () => SourceContent;
  /** To be called when it has been read, or will not be. */
  readonly close: () => Promise<void>;
}

export type SourceContent = Pick<SeenContent, 'content' | 'etag' | 'lastModified'>;

export interface OpenRequest {
  /** As it will be read. */
  readonly read: ReadOptions;
  /** Null: it has to be read in any case. */
  readonly seen: SeenContent | null;
  readonly signal: AbortSignal;
}
