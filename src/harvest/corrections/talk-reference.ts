import { isSlug } from '#catalogue/slug.ts';
import type { Slug } from '#catalogue/slug.ts';

/** The slug in a slug, or in the address of a talk page or representation. Undefined: neither. */
export function talkNamed(text: string): Slug | undefined {
  const slug = /(?:^|\/talks\/(?:id\/)?)([0-9a-f-]{36})(?:\.[a-z0-9]+)?\/?(?:[?#].*)?$/i
    .exec(text.trim())?.[1]
    ?.toLowerCase();
  return slug !== undefined && isSlug(slug) ? slug : undefined;
}
