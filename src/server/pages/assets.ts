import { FOR_GOOD, ONE_FORM, fileAnswer } from '../documents/file-answer.ts';
import type { Answer } from '../http/answer.ts';
import { notFound } from '../http/errors.ts';
import type { Service } from '../service.ts';
import type { Target } from '../http/target.ts';

/** A file that pages load. The content of a name never changes. */
export function assetAnswer({ brand }: Pick<Service, 'brand'>, _target: Target, name: string): Answer {
  const asset = brand.assets.get(name);
  if (asset === undefined) throw notFound('No file has this name');
  return fileAnswer(asset.content, asset.contentType, 'asset', { ...ONE_FORM, cacheControl: FOR_GOOD });
}
