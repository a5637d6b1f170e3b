import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressInput } from '#sources/fetch/address-input.ts';
import { temporaryPagesFolder } from '#sources/fetch/address-pages.ts';
import { notKept } from '#sources/fetch/cache-folder.ts';
import { canonicalHost, parsedAddress, shownAddress } from '#sources/fetch/fetch-address.ts';
import type { FetchedAnswer, Fetcher } from '#sources/fetch/fetch.ts';
import { fileInput, type Input, unpacked } from '#sources/file-input.ts';
import { letGo, peek } from '#sources/peek.ts';
import type { Further, FurtherFile, ReadOptions, SourceFormat } from '#sources/source-format.ts';
import { formatOfMissing, sourceFormatOf } from '#sources/source-formats.ts';
import { headText } from '#sources/text-decoding.ts';
import type { SeenContent } from '#store/source-states.ts';
import { refuseTooMany, sourceFileOf } from '../reading/source-file-reading.ts';
import type { ConfiguredSource } from './sources-file.ts';

/** @throws ReadingFailure, or a system error, if it cannot be opened; the signal's reason when that is aborted */
export type OpenSource = (source: ConfiguredSource, request: OpenRequest) => Promise<OpenedSource>;

interface OpeningOptions {
  readonly userAgent: string;
  /** Hosts inside the network that every source may reach: `name` or `name:port`. */
  readonly allowedHosts: ReadonlySet<string>;
  /** Null: the folder for temporary files. */
  readonly cacheFolder: string | null;
}

/** Opens sources from files and addresses. Call `close` at the end. */
export class SourceOpener {
  readonly #options: OpeningOptions;
  /** Shared by sources with the same settings, so that requests to one host are spaced. */
  readonly #fetchers = new Map<string, Fetcher>();

  constructor(options: OpeningOptions) {
    this.#options = options;
  }

  readonly open: OpenSource = async (source, request) => {
    if (source.file !== null) return openFileSource(source.name, source.file, request);
    const { cacheFolder } = this.#options;
    return openAddressSource(source, { ...request, cacheFolder, fetcher: await this.#fetcherFor(source) });
  };

  close(): void {
    for (const fetcher of this.#fetchers.values()) fetcher.close();
  }

  async #fetcherFor({ allowHosts, headers }: ConfiguredSource): Promise<Fetcher> {
    const alike = JSON.stringify([allowHosts, headers]);
    const known = this.#fetchers.get(alike);
    if (known !== undefined) return known;
    const { Fetcher } = await import('#sources/fetch/fetch.ts');
    const { userAgent, allowedHosts } = this.#options;
    const all = new Set([...allowedHosts, ...allowHosts.flatMap((host) => canonicalHost(host) ?? [])]);
    const fetcher = new Fetcher({ userAgent, allowedHosts: all, headers });
    this.#fetchers.set(alike, fetcher);
    return fetcher;
  }
}

/** Opens a file source. @throws the system error; the signal's reason when that is aborted */
async function openFileSource(name: string, path: string, { seen, signal }: OpenRequest): Promise<OpenedSource> {
  const input = { ...fileInput(path), name };
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
    content: () => ({ content, etag: null, lastModified: null }),
    close: async () => undefined,
  };
}

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

/** Bytes per read. */
const CHUNK = 256 * 1024;

/** Fetched content in an unlinked file, which is gone when closed, however this process ends. */
class FetchedFile {
  readonly #file: FileHandle;
  readonly #folder: string;

  private constructor(file: FileHandle, folder: string) {
    this.#file = file;
    this.#folder = folder;
  }

  /** @param folder null: the folder for temporary files @throws ReadingFailure if it cannot be written */
  static async create(folder: string | null): Promise<FetchedFile> {
    const place = folder ?? tmpdir();
    const file = await unlinkedIn(place).catch((error: unknown) => {
      throw notKept(error, place);
    });
    return new FetchedFile(file, place);
  }

  /** Writes the content. Returns its SHA-256 in hexadecimal. @throws ReadingFailure; what `body` throws */
  async write(body: AsyncIterable<Buffer>): Promise<string> {
    const digest = createHash('sha256');
    for await (const chunk of body) {
      digest.update(chunk);
      await this.#file.writeFile(chunk).catch((error: unknown) => {
        throw notKept(error, this.#folder);
      });
    }
    return digest.digest('hex');
  }

  /** The bytes from the beginning. Can be called again. */
  async *bytes(): AsyncGenerator<Buffer> {
    for (let at = 0; ;) {
      const { bytesRead, buffer } = await this.#file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

async function unlinkedIn(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `lectern-fetched-${String(process.pid)}-${String(Math.random()).slice(2)}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
  } catch (error) {
    await file.close();
    throw error;
  }
  return file;
}

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
async function readAhead(
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

/** A source that is open, but not read yet. */
type OpenedSource =
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

interface OpenRequest {
  /** Options with which it will be read. */
  readonly read: ReadOptions;
  /** Null: read it in any case. */
  readonly seen: SeenContent | null;
  readonly signal: AbortSignal;
}
