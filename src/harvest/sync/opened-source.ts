import type { Input } from '#sources/file-input.ts';
import type { ReadOptions } from '#sources/source-format.ts';
import type { SeenContent } from '#store/source-states.ts';

/** A source that is open, but not read yet. */
export type OpenedSource =
  /** Unchanged since it was last read. */
  { readonly kind: 'same' } | OpenedAnew;

export interface OpenedAnew {
  readonly kind: 'other';
  /** Problems in it name the source. */
  readonly input: Input;
  /** For recognising unchanged content next time. Call it after reading. */
  readonly content: () => SourceContent;
  /** Call it after reading, or if the source is not read. */
  readonly close: () => Promise<void>;
}

export type SourceContent = Pick<SeenContent, 'content' | 'etag' | 'lastModified'>;

export interface OpenRequest {
  /** Options with which it will be read. */
  readonly read: ReadOptions;
  /** Null: read it in any case. */
  readonly seen: SeenContent | null;
  readonly signal: AbortSignal;
}
