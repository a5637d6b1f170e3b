import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { codeOf } from '#catalogue/error-code.ts';
import { BrandUnusable } from '../unusable.ts';
import { IMAGE_TYPES, isImagePath } from '#catalogue/image.ts';
import { fileAnswer, ONE_FORM } from '../documents/document.ts';
import type { Answer } from '../http/answer.ts';
import { notFound } from '../http/errors.ts';
import type { Target } from '../http/application.ts';

/** Maximum bytes of a file: larger ones are photographs that were not scaled for the web. */
const MAX_SIZE = 2 * 1024 * 1024;
/** Maximum bytes of pictures in memory, where requests for the same picture share it. */
const KEPT = 16 * 1024 * 1024;

interface KeptImage {
  readonly body: Buffer;
  readonly modified: number;
}

/** The operator's folder of pictures. */
export class ImageFolder {
  readonly #path: string;
  /** Cached pictures by real path, the least recently used first. */
  readonly #kept = new Map<string, KeptImage>();
  #size = 0;

  private constructor(path: string) {
    this.#path = path.endsWith(sep) ? path : path + sep;
  }

  /** Null: no folder is set. @throws BrandUnusable, or the system's error if there is no such folder */
  static async at(path: string | null): Promise<ImageFolder | null> {
    if (path === null) return null;
    if (!(await stat(path)).isDirectory()) throw new BrandUnusable(`${path} is not a folder.`);
    return new ImageFolder(await realpath(path));
  }

  /** The file at a path below the folder. Undefined: not found, too large, or a link leads out of the folder. */
  async read(path: string): Promise<Buffer | undefined> {
    try {
      const file = await realpath(join(this.#path, path));
      if (!file.startsWith(this.#path)) return undefined;
      const status = await stat(file);
      if (!status.isFile() || status.size > MAX_SIZE) return undefined;
      const known = this.#kept.get(file);
      if (known !== undefined) this.#forget(file, known);
      const isSame = known?.modified === status.mtimeMs && known.body.length === status.size;
      const body = isSame ? known.body : await readFile(file);
      this.#keep(file, { body, modified: status.mtimeMs });
      return body;
    } catch (error) {
      if (UNREADABLE.has(codeOf(error) ?? '')) return undefined;
      throw error;
    }
  }

  #keep(file: string, image: KeptImage): void {
    const other = this.#kept.get(file);
    if (other !== undefined) this.#forget(file, other);
    this.#kept.set(file, image);
    this.#size += image.body.length;
    for (const [oldest, kept] of this.#kept) {
      if (this.#size <= KEPT) return;
      this.#forget(oldest, kept);
    }
  }

  #forget(file: string, { body }: KeptImage): void {
    this.#kept.delete(file);
    this.#size -= body.length;
  }
}

const UNREADABLE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG']);

/** Not immutable: a picture can be replaced under its name. */
const FOR_AN_HOUR = 'public, max-age=3600, stale-while-revalidate=86400';

/** A picture from the operator's folder. @param path below the folder */
export async function imageAnswer(
  { images }: { readonly images: ImageFolder | null },
  _target: Target,
  path: string,
): Promise<Answer> {
  const body = isImagePath(path) ? await images?.read(path) : undefined;
  if (body === undefined) throw notFound('No picture has this name');
  const contentType = IMAGE_TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
  // ImageFolder caches pictures, and notices when they are replaced.
  return fileAnswer(body, contentType, 'image', { ...ONE_FORM, cacheControl: FOR_AN_HOUR, keep: 'never' });
}
