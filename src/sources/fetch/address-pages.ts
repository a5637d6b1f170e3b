import { createHash, randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FurtherAsk, FurtherFile, SourceNote } from '../source-format.ts';
import { CacheFolder, digest, isYounger } from './cache-folder.ts';
import { parsedAddress, shownAddress } from './fetch-address.ts';
import { FetchFailure } from './fetch-failure.ts';
import type { Conditions, Fetcher, FetchRequest } from './fetch.ts';
import { isTemporary, withRetries } from './retry.ts';

interface PagesOptions {
  readonly fetcher: Fetcher;
  /** Address of the first page, after redirects. */
  readonly foundAt: () => string;
  /** Null: keep no pages. */
  readonly cacheFolder: string | null;
  /** As in AddressInputOptions. */
  readonly needsCache?: boolean;
  readonly signal?: AbortSignal;
}

/** Prefix of folders with the pages of a source. */
const FOLDER_PREFIX = 'lectern-pages-';
/** Prefix of folders with responses kept for the next import. */
const KNOWN_PREFIX = 'lectern-known-';
/** File with the hash of the first page; its age counts as that of all pages. */
const MARK = 'first';
/** Milliseconds after which pages are fetched again. */
const KEPT_FOR = 24 * 60 * 60 * 1000;
/** In bytes. */
const LARGEST_PAGE = 64 * 1024 * 1024;
const LARGEST_SOURCE = 4 * 1024 * 1024 * 1024;
const MAX_PAGES = 50_000;

/**
 * The pages of a source after the first. Each is kept in a folder until all are imported: an import that is
 * interrupted resumes from there if it is restarted within a day and the first page has not changed.
 */
export class AddressPages {
  readonly #address: URL;
  readonly #options: PagesOptions;
  /** Of the pages; null: none are kept. */
  readonly #folder: string | null;
  readonly #cache: CacheFolder;
  readonly #known: KnownAnswers;
  /** SHA-256 of the first page; `''` if there was none. */
  #first = '';
  #isReady = false;
  /** Whether a page could not be fetched that may be there. */
  isInterrupted = false;
  #pages = 0;
  #bytes = 0;
  /** Pages that could not be kept. */
  #unkept = 0;
  /** Milliseconds spent waiting for pages. */
  #waited = 0;

  constructor(address: URL, options: PagesOptions) {
    this.#address = address;
    this.#options = options;
    const { cacheFolder } = options;
    const inCache = (prefix: string): string | null =>
      cacheFolder === null ? null : join(cacheFolder, prefix + digest(this.#address.href));
    this.#folder = inCache(FOLDER_PREFIX);
    this.#cache = new CacheFolder(this.#folder);
    this.#known = new KnownAnswers(inCache(KNOWN_PREFIX));
  }

  /** Passes the first page through, and hashes it. */
  async *first(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
    this.#first = hash.digest('hex');
  }

  /** @throws FetchFailure; ReadingFailure for a page that must be kept and cannot be */
  async further(address: string, ask: FurtherAsk = {}): Promise<FurtherFile> {
    const url = this.#ownPlace(address);
    this.#pages++;
    if (this.#pages > MAX_PAGES) throw tooMany(`It has more than ${MAX_PAGES} pages.`);
    await this.#prepare();
    const cached = await this.#cache.read(digest(url.href));
    const bytes =
      cached ??
      (await this.#inTime(() => this.#fetched(url, ask)).catch((error: unknown) => {
        this.note(error);
        throw error;
      }));
    this.#bytes += bytes.length;
    if (this.#bytes > LARGEST_SOURCE) throw tooMany('All its pages together are larger than 4 GiB.');
    const name = shownAddress(url);
    return { name, address: name, chunks: once(bytes), isCached: cached !== undefined };
  }

  /** Notes why a page, or the first, could not be fetched. */
  note(error: unknown): void {
    const isMissing = error instanceof FetchFailure && (error.status === 404 || error.status === 410);
    if (!isMissing) this.isInterrupted = true;
  }

  /** That pages could not be kept, for the summary. */
  get notes(): readonly SourceNote[] {
    const { failure } = this.#cache;
    if (failure === undefined || this.#unkept === 0) return [];
    return [{ what: `page not kept for the next try. ${failure.problem.what}`, count: this.#unkept }];
  }

  /** Best effort: a later import deletes old pages anyway. */
  async remove(): Promise<void> {
    if (this.#folder !== null) await rm(this.#folder, { recursive: true, force: true }).catch(() => undefined);
  }

  async #keep(name: string, bytes: Buffer): Promise<void> {
    await this.#cache.write(name, bytes);
    const { failure } = this.#cache;
    if (failure === undefined) return;
    this.#unkept++;
    // Earlier pages may be what fills the disk, and are not read any more.
    await this.remove();
    if (this.#options.needsCache === true) throw failure;
  }

  /**
   * A page may only link to the host of the first page, or to the requested host. Only the latter gets credentials. A
   * link to http is upgraded if the host is read over https.
   */
  #ownPlace(address: string): URL {
    const url = parsedAddress(address);
    const found = new URL(this.#options.foundAt());
    const isSecure = [this.#address, found].some((own) => own.protocol === 'https:' && own.hostname === url.hostname);
    if (isSecure) url.protocol = 'https:';
    if (url.origin === this.#address.origin) {
      url.username = this.#address.username;
      url.password = this.#address.password;
      return url;
    }
    url.username = '';
    url.password = '';
    if (url.origin === found.origin) return url;
    throw new FetchFailure(
      'other-host',
      `Its other pages are on ${url.origin}, not on ${found.origin}.`,
      'If that is right, import from that address.',
    );
  }

  /** Limits the time for all pages: a server that is slow on each would delay the other sources for days. */
  async #inTime<T>(fetch: () => Promise<T>): Promise<T> {
    const { allPages } = this.#options.fetcher.limits;
    if (this.#waited > allPages) {
      const what = `Its pages have taken more than ${allPages / 3_600_000} hours.`;
      const hint = 'Run it again within a day to continue from there, or request less: one year, one department.';
      throw new FetchFailure('too-slow', what, hint, { isTemporary: true });
    }
    const begun = performance.now();
    try {
      return await fetch();
    } finally {
      this.#waited += performance.now() - begun;
    }
  }

  /** Reads the page into memory, to keep it: pages are small. */
  async #fetched(url: URL, { isLasting = false, accept = 'application/json' }: FurtherAsk): Promise<Buffer> {
    const { signal } = this.#options;
    const known = isLasting ? await this.#known.of(url) : undefined;
    const isLedTo = url.origin !== this.#address.origin;
    const request = { accept, isLedTo, ...(signal === undefined ? {} : { signal }) };
    const answer = await withRetries(signal, isTemporary, () => this.#answer(url, known, request));
    if (isLasting && answer !== known) await this.#known.keep(url, answer);
    await this.#keep(digest(url.href), answer.bytes);
    return answer.bytes;
  }

  /** The response: the known one, if the server says that it is still current. */
  async #answer({ href }: URL, known: KnownAnswer | undefined, request: FetchRequest): Promise<KnownAnswer> {
    const { fetcher } = this.#options;
    if (known !== undefined) {
      const fetched = await fetcher.fetch(href, { ...request, conditions: known.conditions });
      if (fetched.kind === 'not-modified') return known;
      return { conditions: fetched.conditions, bytes: await wholeOf(fetched.body) };
    }
    const { conditions, body } = await fetcher.fetchUnconditionally(href, request);
    return { conditions, bytes: await wholeOf(body) };
  }

  /** Deletes kept pages that are old, or whose first page has changed. */
  async #prepare(): Promise<void> {
    const { path } = this.#cache;
    if (this.#isReady || path === null) return;
    this.#isReady = true;
    const first = await this.#cache.read(MARK);
    if (first?.toString() === this.#first && (await isYounger(join(path, MARK), KEPT_FOR))) return;
    await removeOld(dirname(path));
    await this.remove();
    await this.#cache.write(MARK, Buffer.from(this.#first));
  }
}

async function wholeOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const whole: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > LARGEST_PAGE) throw tooMany('One of its pages is larger than 64 MiB.');
    whole.push(chunk);
  }
  return Buffer.concat(whole);
}

/** Folder for the pages of one import if there is no cache folder. Created when the first page is kept. */
export async function temporaryPagesFolder(): Promise<string> {
  await removeOld(tmpdir());
  return join(tmpdir(), FOLDER_PREFIX + randomUUID());
}

/** Deletes files left by interrupted imports. */
async function removeOld(cacheFolder: string): Promise<void> {
  for (const name of await readdir(cacheFolder).catch(() => [])) {
    const age = name.startsWith(FOLDER_PREFIX) ? KEPT_FOR : name.startsWith(KNOWN_PREFIX) ? KNOWN_FOR : Infinity;
    const folder = join(cacheFolder, name);
    // Another import may delete it at the same time, and folders of other users cannot be deleted.
    const isOld = age < Infinity && !(await isYounger(folder, age).catch(() => true));
    if (isOld) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function tooMany(what: string): FetchFailure {
  return new FetchFailure('too-large', what, 'Request less: one year, one department.');
}

/** A response with its validators. */
interface KnownAnswer {
  readonly conditions: Conditions;
  readonly bytes: Buffer;
}

/** Milliseconds after which a response is requested unconditionally. */
const KNOWN_FOR = 30 * 24 * 60 * 60 * 1000;

/** Limit on responses kept for a source, in bytes, so that an untrusted server cannot fill the disk. */
const MAX_KEPT = 256 * 1024 * 1024;

/** Responses kept from one import to the next for conditional requests, one file each. */
export class KnownAnswers {
  readonly #cache: CacheFolder;
  readonly #most: number;
  /** Size of the folder, in bytes. */
  #size = 0;
  #isTidy = false;

  constructor(folder: string | null, most = MAX_KEPT) {
    this.#cache = new CacheFolder(folder);
    this.#most = most;
  }

  /** Undefined: no response is kept. */
  async of(url: URL): Promise<KnownAnswer | undefined> {
    await this.#tidy();
    const file = await this.#cache.read(digest(url.href));
    return file === undefined ? undefined : knownAnswer(file);
  }

  /** Keeps nothing if the server sent no validators, or the folder is full. */
  async keep(url: URL, { conditions, bytes }: KnownAnswer): Promise<void> {
    if (conditions.etag === '' && conditions.lastModified === '') return;
    await this.#tidy();
    const head = Buffer.from(`${JSON.stringify([conditions.etag, conditions.lastModified])}\n`);
    const size = head.length + bytes.length;
    if (this.#size + size > this.#most) return;
    this.#size += size;
    await this.#cache.write(digest(url.href), Buffer.concat([head, bytes]));
  }

  /** Deletes old files, including those no longer requested. Runs once. */
  async #tidy(): Promise<void> {
    const folder = this.#cache.path;
    if (this.#isTidy || folder === null) return;
    this.#isTidy = true;
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      // Another import may delete it at the same time.
      const isOld = !(await isYounger(path, KNOWN_FOR).catch(() => true));
      if (isOld) await rm(path, { force: true });
      else
        this.#size += await stat(path).then(
          ({ size }) => size,
          () => 0,
        );
    }
  }
}

/** Undefined: the file is damaged. */
function knownAnswer(file: Buffer): KnownAnswer | undefined {
  const end = file.indexOf('\n');
  const [, etag, lastModified] = HEAD.exec(file.toString('utf8', 0, Math.max(0, end))) ?? [];
  if (etag === undefined || lastModified === undefined) return undefined;
  const conditions = { etag: String(JSON.parse(etag)), lastModified: String(JSON.parse(lastModified)) };
  return { conditions, bytes: file.subarray(end + 1) };
}

const HEAD = /^\[("(?:[^"\\]|\\.)*"),("(?:[^"\\]|\\.)*")\]$/;
