import { AddressPages } from './address-pages.ts';
import type { FetchedAnswer, Fetcher } from './fetch.ts';
import { parsedAddress, shownAddress } from './fetch-address.ts';
import { FETCH_LIMITS } from './fetch-limits.ts';
import type { Input } from '../file-input.ts';
import { isServerBusy, withRetries } from './retry.ts';

export interface AddressInputOptions {
  readonly fetcher: Fetcher;
  /** Folder that keeps the pages of a source until its import succeeds; null: keep none. */
  readonly cacheFolder: string | null;
  /** True: pages are read twice, so one that cannot be kept is an error. */
  readonly needsCache?: boolean;
  /** The response, if it was requested already. */
  readonly answer?: FetchedAnswer;
  readonly signal?: AbortSignal;
}

/** A web address as input. Requested only when it is read, so errors are thrown then. */
export function addressInput(address: string, options: AddressInputOptions): Input {
  const read = readAddress(address);
  if ('failure' in read) return { name: address, size: async () => undefined, chunks: () => failing(read.failure) };
  const { fetcher, signal } = options;
  const shown = shownAddress(read.url);
  let answer = options.answer;
  const foundAt = (): string => answer?.address ?? shown;
  const pages = new AddressPages(read.url, { ...options, foundAt });
  return {
    name: shown,
    address: shown,
    size: async () => answer?.size,
    async *chunks() {
      const request = signal === undefined ? {} : { signal };
      try {
        answer ??= await withRetries(signal, isServerBusy, () => fetcher.fetchUnconditionally(address, request));
        yield* pages.first(answer.body);
      } catch (error) {
        pages.note(error);
        throw error;
      }
    },
    foundAt,
    further: (next, ask) => pages.further(next, ask),
    mostUnpacked: FETCH_LIMITS.bodyBytes,
    notes: () => pages.notes,
    isInterrupted: () => pages.isInterrupted,
    done: () => pages.remove(),
  };
}

function readAddress(address: string): { readonly url: URL } | { readonly failure: unknown } {
  try {
    return { url: parsedAddress(address) };
  } catch (failure) {
    return { failure };
  }
}

async function* failing(failure: unknown): AsyncGenerator<Buffer> {
  throw failure;
}
