import { IMAGE_TYPES, isImagePath } from '#catalogue/image.ts';
import { ONE_FORM, fileAnswer } from '../documents/file-answer.ts';
import type { Answer } from '../http/answer.ts';
import { notFound } from '../http/errors.ts';
import type { Service } from '../service.ts';
import type { Target } from '../http/target.ts';

/** Not immutable: a picture can be replaced under its name. */
const FOR_AN_HOUR = 'public, max-age=3600, stale-while-revalidate=86400';

/** A picture from the operator's folder. @param path below the folder */
export async function imageAnswer({ images }: Pick<Service, 'images'>, _target: Target, path: string): Promise<Answer> {
  const body = isImagePath(path) ? await images?.read(path) : undefined;
  if (body === undefined) throw notFound('No picture has this name');
  const contentType = IMAGE_TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
  // ImageFolder caches pictures, and notices when they are replaced.
  return fileAnswer(body, contentType, 'image', { ...ONE_FORM, cacheControl: FOR_AN_HOUR, keep: 'never' });
}
