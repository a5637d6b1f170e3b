import { open, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { IMAGE_TYPES, isImagePath } from '#catalogue/image.ts';
import { DATA_POLICY, type Answer } from '../http/answer.ts';
import { notFound } from '../http/errors.ts';
import { tagTextOf } from '../documents/tag.ts';
import type { Service } from '../service.ts';
import type { Target } from '../http/target.ts';
import { BrandUnusable } from './brand-unusable.ts';

/** Bytes. What is larger is a photograph that nobody made smaller for the web. */
const LARGEST = 4 * 1024 * 1024;

/** The name stays when a picture is replaced. */
const FOR_AN_HOUR = 'public, max-age=3600, stale-while-revalidate=86400';

/** The folder of pictures, without symbolic links in its path. @throws BrandUnusable, or the system's error */
export async function imageFolder(path: string | null): Promise<string | null> {
  if (path === null) return null;
  if (!(await stat(path)).isDirectory()) throw new BrandUnusable(`${path} is not a folder.`);
  return realpath(path);
}

/** A picture from the operator's folder. @param path below the folder */
export async function imageAnswer({ images }: Pick<Service, 'images'>, _target: Target, path: string): Promise<Answer> {
  const body = images === null || !isImagePath(path) ? undefined : await pictureIn(images, path);
  if (body === undefined) throw notFound('No picture has this name');
  return {
    status: 200,
    contentType: IMAGE_TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream',
    body,
    tag: tagTextOf(body),
    variant: 'image',
    headers: DATA_POLICY,
    vary: 'Accept-Encoding',
    cacheControl: FOR_AN_HOUR,
    // The system caches files.
    keep: 'never',
    until: Infinity,
  };
}

/** Undefined where there is no such file in the folder: a symbolic link may not lead out of it. */
async function pictureIn(folder: string, path: string): Promise<Buffer | undefined> {
  try {
    const real = await realpath(join(folder, path));
    if (!real.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return undefined;
    await using file = await open(real);
    const { size } = await file.stat();
    if (size > LARGEST) return undefined;
    const { bytesRead, buffer } = await file.read(Buffer.alloc(size), 0, size, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if (error instanceof Error && 'code' in error && UNREADABLE.has(String(error.code))) return undefined;
    throw error;
  }
}

const UNREADABLE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG']);
