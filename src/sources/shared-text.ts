/**
 * Limits for what many talks of a file share: a person, a place, a series. It is stored once, but compared for each
 * talk, so a long text or list would cost its length times their number.
 */
const MAX_LENGTH = 20_000;
const MAX_ITEMS = 200;

/** The text; `''` when it is too long. */
export function sharedText<T extends string | undefined>(text: T): T | '' {
  return text !== undefined && text.length > MAX_LENGTH ? '' : text;
}

/** The first items, at most as many as talks may share. */
export function sharedItems<T>(items: readonly T[]): readonly T[] {
  return items.length > MAX_ITEMS ? items.slice(0, MAX_ITEMS) : items;
}
