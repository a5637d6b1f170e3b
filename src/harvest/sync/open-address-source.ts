import { rm } from 'node:fs/promises';
import { addressInput } from '#sources/fetch/address-input.ts';
import { temporaryPagesFolder } from '#sources/fetch/address-pages.ts';
import type { FetchedAnswer, Fetcher } from '#sources/fetch/fetch.ts';
import { parsedAddress, shownAddress } from '#sources/fetch/fetch-address.ts';
import { formatOfMissing } from '#sources/source-formats.ts';
import { FetchedFile } from './fetched-file.ts';
import type { OpenRequest, OpenedAnew, OpenedSource, SourceContent } from './opened-source.ts';
import { readAhead } from './read-ahead.ts';
import type { ConfiguredSource } from './sources-file.ts';

interface AddressRequest extends OpenRequest {
  readonly fetcher: Fetcher;
  /** Null: the folder for temporary files. */
  readonly cacheFolder: string | null;
}

type AddressSource = Pick<ConfiguredSource, 'name' | 'address' | 'format'>;

/**
 * Opens a source at an address, with a conditional request. The response and all further pages are fetched completely
 * before the import: an import blocks others, and a server may take minutes, or hours for many pages.
 * @throws ReadingFailure, or a system error for the files; the signal's reason when that is aborted
 */
export async function openAddressSource(source: AddressSource, request: AddressRequest): Promise<OpenedSource> {
  const address = source.address ?? '';
  const shown = shownAddress(parsedAddress(address));
  const answer = await asked(address, request).catch((error: unknown) => {
    if (formatOfMissing(shown, error) === undefined) throw error;
    return nothingAt(shown, error);
  });
  if (answer === undefined) return { kind: 'same' };
  if ('open' in answer) return openAnew(source, request, answer);
  const file = await FetchedFile.create(request.cacheFolder).catch((error: unknown) => {
    answer.discard();
    throw error;
  });
  try {
    const digest = await file.write(answer.body);
    if (request.seen?.content === digest) {
      await file.close();
      return { kind: 'same' };
    }
    const content = contentOf(digest, answer);
    const open = (): FetchedAnswer => ({ ...answer, body: file.bytes() });
    return await openAnew(source, request, { open, content, close: () => file.close() });
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The response of an address. */
interface Fetched {
  /** Returns the response from its beginning. Can be called again. */
  readonly open: () => FetchedAnswer;
  readonly content: SourceContent;
  readonly close: () => Promise<void>;
}

async function openAnew(
  { name, address, format }: AddressSource,
  { fetcher, cacheFolder, read, signal }: AddressRequest,
  { open, content, close }: Fetched,
): Promise<OpenedAnew> {
  const pages = await pagesFolder(cacheFolder);
  const inputOf = (): OpenedAnew['input'] => ({
    ...addressInput(address ?? '', { fetcher, cacheFolder: pages.folder, needsCache: true, answer: open(), signal }),
    name,
  });
  let isOnePage = true;
  try {
    const ahead = await readAhead(inputOf(), { format, read, signal });
    const input = inputOf();
    const again = input.further === undefined ? undefined : ahead?.(input.further);
    return {
      kind: 'other',
      input: {
        ...input,
        further: (next, ask) => {
          if (ask?.isAside !== true) isOnePage = false;
          return again?.(next, ask) ?? Promise.reject(new Error('A source of this format has no further pages'));
        },
      },
      content: () => (isOnePage ? content : OF_MANY_PAGES),
      close: async () => {
        await pages.remove();
        await close();
      },
    };
  } catch (error) {
    await pages.remove();
    throw error;
  }
}

/** Of a source with several pages: the first one does not tell whether the others are unchanged. */
const OF_MANY_PAGES: SourceContent = { content: null, etag: null, lastModified: null };

function contentOf(digest: string, { conditions }: FetchedAnswer): SourceContent {
  return { content: digest, etag: conditions.etag || null, lastModified: conditions.lastModified || null };
}

/** Undefined: unchanged. A server that answers so to an unconditional request is asked once more. */
async function asked(address: string, { fetcher, seen, signal }: AddressRequest): Promise<FetchedAnswer | undefined> {
  const { etag, lastModified } = seen ?? { etag: null, lastModified: null };
  const conditions = { etag: etag ?? '', lastModified: lastModified ?? '' };
  const answer = await fetcher.fetch(address, { conditions, signal });
  if (answer.kind === 'answer') return answer;
  if (seen !== null) return undefined;
  return fetcher.fetchUnconditionally(address, { signal });
}

/** An address that failed, but may still have further pages. */
function nothingAt(address: string, error: unknown): Fetched {
  const conditions = { etag: '', lastModified: '' };
  const open = (): FetchedAnswer => ({
    kind: 'answer',
    address,
    size: undefined,
    type: '',
    conditions,
    body: failing(error),
    discard: () => undefined,
  });
  return { open, content: OF_MANY_PAGES, close: async () => undefined };
}

async function* failing(error: unknown): AsyncGenerator<Buffer> {
  throw error;
}

/** Folder of the pages until they are imported. Without a cache folder, it is removed even if the import fails. */
async function pagesFolder(
  cacheFolder: string | null,
): Promise<{ readonly folder: string; readonly remove: () => Promise<void> }> {
  if (cacheFolder !== null) return { folder: cacheFolder, remove: async () => undefined };
  const folder = await temporaryPagesFolder();
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
