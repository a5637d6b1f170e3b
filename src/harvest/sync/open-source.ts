import { createHash } from 'node:crypto';
import type { Fetcher } from '#sources/fetch/fetch.ts';
import { canonicalHost } from '#sources/fetch/fetch-address.ts';
import { fileInput } from '#sources/file-input.ts';
import type { ConfiguredSource } from './sources-file.ts';
import type { OpenRequest, OpenedSource } from './opened-source.ts';
import { openAddressSource } from './open-address-source.ts';

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
