import { isSlug } from '#catalogue/slug.ts';
import type { Slug } from '#catalogue/slug.ts';

/** The slug of a talk that is named by it, or by the address of its page or of one of its representations. */
export function talkNamed(text: string): Slug | undefined {
  const slug = /(?:^|\/talks\/(?:id\/)?)([0-9a-f-]{36})(?:\.[a-z0-9]+)?\/?(?:[?#].*)?$/i
    .exec(text.trim())?.[1]
    ?.toLowerCase();
  return slug !== undefined && isSlug(slug) ? slug : undefined;
}
