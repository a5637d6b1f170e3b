import { DATA_POLICY, type Answer } from '../http/answer.ts';
import { tagTextOf } from './tag.ts';

/** The Cache-Control header of content that never changes under its address (RFC 8246). */
export const FOR_GOOD = 'public, max-age=31536000, immutable';

/** Not negotiated by anything but content coding. */
export const ONE_FORM = { vary: 'Accept-Encoding' } as const;

/** A response of existing bytes, which do not depend on the time. */
export function fileAnswer(
  body: Buffer,
  contentType: string,
  variant: string,
  more: Partial<Pick<Answer, 'headers' | 'vary' | 'cacheControl' | 'keep'>> = {},
): Answer {
  const tag = tagTextOf(body);
  return {
    status: 200,
    contentType,
    body,
    tag,
    variant,
    headers: DATA_POLICY,
    keep: 'always',
    until: Infinity,
    ...more,
  };
}
