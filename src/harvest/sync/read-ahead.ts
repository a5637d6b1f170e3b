import { letGo, peek } from '#sources/peek.ts';
import { unpacked } from '#sources/file-input.ts';
import type { Input } from '#sources/file-input.ts';
import type { Further, FurtherFile, ReadOptions, SourceFormat } from '#sources/source-format.ts';
import { formatOfMissing, sourceFormatOf } from '#sources/source-formats.ts';
import { headText } from '#sources/text-decoding.ts';
import { sourceFileOf } from '../reading/source-file.ts';
import { refuseTooMany } from '../reading/talk-limit.ts';

interface ReadAheadOptions {
  /** Undefined: detected from the content. */
  readonly format: SourceFormat | undefined;
  readonly read: ReadOptions;
  readonly signal: AbortSignal;
}

/** Bytes at the start from which the format is detected. */
const HEAD = 65_536;

/**
 * Reads a source with many pages before its import, so that they are in the cache folder: an import blocks others, and
 * fetching pages may take hours. Pages that failed fail again in the import, without a request.
 * @param input the source, read now
 * @returns wraps the reading of further pages in the import; undefined: there are none
 * @throws ReadingFailure; the signal's reason when that is aborted
 */
export async function readAhead(
  input: Input,
  { format, read, signal }: ReadAheadOptions,
): Promise<((further: Further) => Further) | undefined> {
  const chunks = unpacked(input.chunks(), input.mostUnpacked);
  const peeked = await peek(chunks, HEAD, () => false);
  const { further, address = '' } = input;
  const told = format ?? formatOfMissing(address, peeked.failure?.error) ?? sourceFormatOf(headText(peeked.head));
  const reader = told?.hasFurther === true ? await told.load?.() : undefined;
  if (reader === undefined || further === undefined) {
    await letGo(peeked);
    return undefined;
  }
  const pages = new PagesAhead();
  const file = sourceFileOf({ ...input, further: pages.noting(further) }, peeked.chunks);
  let talks = 0;
  for await (const batch of reader(file, read)) {
    signal.throwIfAborted();
    talks += batch.talks.length;
    refuseTooMany(talks);
  }
  return (again) => pages.repeating(again);
}

/** Results of fetching further pages, by address. */
class PagesAhead {
  readonly #came = new Map<string, Pick<FurtherFile, 'isCached'> | { readonly failure: unknown }>();

  noting(further: Further): Further {
    return async (address, ask) => {
      try {
        const file = await further(address, ask);
        this.#came.set(address, { isCached: file.isCached });
        return file;
      } catch (failure) {
        this.#came.set(address, { failure });
        throw failure;
      }
    };
  }

  /** Keeps `isCached` of the first read, to tell pages cached by an earlier import from those just fetched. */
  repeating(further: Further): Further {
    return async (address, ask) => {
      const came = this.#came.get(address);
      if (came !== undefined && 'failure' in came) throw came.failure;
      return { ...(await further(address, ask)), ...came };
    };
  }
}
