/**
 * A lower-case UUID, 8-4-4-4-12 hexadecimal digits: the identifier of a talk, series, collection or
 * person.
 */
export type Slug = string;

const SLUG = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isSlug(text: string): text is Slug {
  return SLUG.test(text);
}
