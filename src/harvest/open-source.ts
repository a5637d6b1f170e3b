import { createHash } from 'node:crypto';
import type { Input } from '#sources/file-input.js';
import { fileInput } from '#sources/file-input.js';
import type { SeenContent } from '#store/source-state.js';
import type { ConfiguredSource } from './sources-file.js';

/** What a source says now, before it is read. */
export type OpenedSource =
  /** What it said when it was last read. */
  | { readonly kind: 'same' }
  | {
      readonly kind: 'other';
      readonly input: Input;
      /** By what one tells the next time that it says the same. */
      readonly content: Pick<SeenContent, 'content' | 'etag' | 'lastModified'>;
      /** To be called when it has been read, or will not be. */
      readonly close: () => Promise<void>;
    };

export interface OpenRequest {
  /** Null: it has to be read in any case. */
  readonly seen: SeenContent | null;
  readonly signal: AbortSignal;
}

/** @throws ReadingFailure, or an error of the system's, when it cannot be had; the signal's reason when that is aborted */
export type OpenSource = (source: ConfiguredSource, request: OpenRequest) => Promise<OpenedSource>;

/** Wherever it is. */
export const openSource: OpenSource = (source, request) => {
  if (source.file !== null) return openFileSource(source, request);
  throw new Error('not yet');
};

/** A source that is a file. Its problems name the source. */
export async function openFileSource(
  { name, file }: Pick<ConfiguredSource, 'name' | 'file'>,
  { seen, signal }: OpenRequest,
): Promise<OpenedSource> {
  const input = { ...fileInput(file ?? ''), name };
  const digest = createHash('sha256');
  for await (const chunk of input.chunks()) {
    signal.throwIfAborted();
    digest.update(chunk);
  }
  const content = digest.digest('hex');
  if (seen?.content === content) return { kind: 'same' };
  return {
    kind: 'other',
    input,
    content: { content, etag: null, lastModified: null },
    close: () => Promise.resolve(),
  };
}
