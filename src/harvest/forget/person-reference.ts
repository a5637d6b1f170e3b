import { isSlug } from '#catalogue/slug.ts';
import type { Slug } from '#catalogue/slug.ts';

/** The slug in a slug, or in the address of the page or a representation of a person. Undefined: neither. */
export function personSlug(text: string): Slug | undefined {
  const slug = /(?:^|\/(?:people|persons)\/(?:id\/)?)([0-9a-f-]{36})(?:\.[a-z0-9]+)?\/?(?:[?#].*)?$/i
    .exec(text.trim())?.[1]
    ?.toLowerCase();
  return slug !== undefined && isSlug(slug) ? slug : undefined;
}
