import { DATA_POLICY, type Answer } from '../http/answer.ts';
import { notFound } from '../http/errors.ts';
import { tagTextOf } from '../documents/tag.ts';
import type { Service } from '../service.ts';
import type { Target } from '../http/target.ts';

/** The content of a name never changes (RFC 8246). */
const FOR_GOOD = 'public, max-age=31536000, immutable';

/** A file that pages load. */
export function assetAnswer({ brand }: Pick<Service, 'brand'>, _target: Target, name: string): Answer {
  const asset = brand.assets.get(name);
  if (asset === undefined) throw notFound('No file has this name');
  return {
    status: 200,
    contentType: asset.contentType,
    body: asset.content,
    tag: tagTextOf(asset.content),
    variant: 'asset',
    headers: DATA_POLICY,
    vary: 'Accept-Encoding',
    cacheControl: FOR_GOOD,
    keep: 'always',
    until: Infinity,
  };
}
