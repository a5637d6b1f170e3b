import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Conditions } from './fetch.ts';
import { CacheFolder, digest, isYounger } from './cache-folder.ts';

/** A response with its validators. */
export interface KnownAnswer {
  readonly conditions: Conditions;
  readonly bytes: Buffer;
}

/** Milliseconds after which a response is requested unconditionally. */
export const KNOWN_FOR = 30 * 24 * 60 * 60 * 1000;

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
