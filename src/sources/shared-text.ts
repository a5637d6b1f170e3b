/**
 * What many talks of a file may name: a person, a place, a series. It is said once and looked at for each of them, so that a
 * long text or list would cost its length times their number.
 */
const LONGEST = 20_000;
const MOST = 200;

/** The text; `''` where it is longer than anybody says beside a talk. */
export function aside<T extends string | undefined>(text: T): T | '' {
  return text !== undefined && text.length > LONGEST ? '' : text;
}

/** The first of them. */
export function firstOf<T>(items: readonly T[]): readonly T[] {
  return items.length > MOST ? items.slice(0, MOST) : items;
}
