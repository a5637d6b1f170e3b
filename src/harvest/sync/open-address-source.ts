import { createHash } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressInput } from '#sources/fetch/address-input.ts';
import type { FetchedAnswer, Fetcher } from '#sources/fetch/fetch.ts';
import { parsedAddress } from '#sources/fetch/fetch-address.ts';
import type { SeenContent } from '#store/source-state.ts';
import type { OpenRequest, OpenedSource } from './open-source.ts';
import type { ConfiguredSource } from './sources-file.ts';

interface AddressRequest extends OpenRequest {
  readonly fetcher: Fetcher;
  /** Null: that for temporary files. */
  readonly cacheFolder: string | null;
}

/** Bytes that are read at once of what was fetched. */
const CHUNK = 256 * 1024;

/**
 * A source at an address, asked with conditions. What it answers is fetched whole, into a file without a name, before anybody
 * reads it: an import holds up others while it runs, and a server may take minutes.
 * @throws FetchFailure, or what the system says of the file; the signal's reason when that is aborted
 */
export async function openAddressSource(
  { name, address }: Pick<ConfiguredSource, 'name' | 'address'>,
  { fetcher, cacheFolder, seen, signal }: AddressRequest,
): Promise<OpenedSource> {
  const whole = address ?? '';
  parsedAddress(whole);
  const { etag, lastModified } = seen ?? { etag: null, lastModified: null };
  const conditions = { etag: etag ?? '', lastModified: lastModified ?? '' };
  const answer = await fetcher.fetch(whole, { conditions, signal });
  if (answer.kind === 'not-modified' && seen !== null) return { kind: 'same' };
  const fetched = answer.kind === 'answer' ? answer : await again(fetcher, whole, signal);
  const file = await unnamedFile(cacheFolder).catch((error: unknown) => {
    fetched.discard();
    throw error;
  });
  try {
    const content = await fetchInto(file, fetched);
    if (seen?.content === content) {
      await file.close();
      return { kind: 'same' };
    }
    let isOnePage = true;
    const input = addressInput(whole, { fetcher, cacheFolder, answer: { ...fetched, body: bytesOf(file) }, signal });
    return {
      kind: 'other',
      input: {
        ...input,
        name,
        further: (next, ask) => {
          if (ask?.isAside !== true) isOnePage = false;
          return input.further?.(next, ask) ?? Promise.reject(new Error('An address has no further pages'));
        },
      },
      content: () => (isOnePage ? contentOf(content, fetched) : OF_MANY_PAGES),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** What the first page says does not tell whether the others are as they were. */
const OF_MANY_PAGES = { content: null, etag: null, lastModified: null };

function contentOf(
  content: string,
  { conditions }: FetchedAnswer,
): Pick<SeenContent, 'content' | 'etag' | 'lastModified'> {
  return { content, etag: conditions.etag || null, lastModified: conditions.lastModified || null };
}

/** One that says that nothing has changed, though it was not asked, is asked once more. */
async function again(fetcher: Fetcher, address: string, signal: AbortSignal): Promise<FetchedAnswer> {
  const { fetchUnconditionally } = await import('#sources/fetch/fetch-patiently.ts');
  return fetchUnconditionally(fetcher, address, { signal });
}

/** Gone when it is closed, however this process ends. */
async function unnamedFile(cacheFolder: string | null): Promise<FileHandle> {
  const folder = cacheFolder ?? tmpdir();
  await mkdir(folder, { recursive: true });
  const path = join(folder, `lectern-fetched-${String(process.pid)}-${String(Math.random()).slice(2)}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

/** Returns SHA-256 of the bytes, in hexadecimal. */
async function fetchInto(file: FileHandle, { body }: FetchedAnswer): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of body) {
    digest.update(chunk);
    await file.writeFile(chunk);
  }
  return digest.digest('hex');
}

async function* bytesOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
