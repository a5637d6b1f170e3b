import { AddressPages } from './address-pages.ts';
import type { FetchedAnswer, Fetcher } from './fetch.ts';
import { parsedAddress, shownAddress } from './fetch-address.ts';
import { FETCH_LIMITS } from './fetch-limits.ts';
import type { Input } from '../file-input.ts';
import { fetchUnconditionally, isBusy, patiently } from './fetch-patiently.ts';

export interface AddressInputOptions {
  readonly fetcher: Fetcher;
  /** Folder for pages of what is read in many pages, until the import has succeeded; null: none are kept. */
  readonly cacheFolder: string | null;
  /** What the address answers, when that has been asked already. */
  readonly answer?: FetchedAnswer;
  readonly signal?: AbortSignal;
}

/** An address of the web as something to read. Nothing is asked before it is read, and what is wrong comes then too. */
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
      answer ??= await patiently(signal, isBusy, () => fetchUnconditionally(fetcher, address, request));
      yield* pages.first(answer.body);
    },
    foundAt,
    further: (next, ask) => pages.further(next, ask),
    mostUnpacked: FETCH_LIMITS.bodyBytes,
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
