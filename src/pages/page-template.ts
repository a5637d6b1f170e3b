import { fragmentsOf, TALK_LIST, type Fragments } from './fragments.ts';
import type { Html } from './frame/html.ts';

/** The text of a slot. Templates contain only our own texts and the operator's, which will not contain it. */
const SLOT = /slot--([a-z-]+)--/g;

/** Marks a place in a page to fill in later. It can replace any text or part of an address. */
export function slot(name: string): string {
  return `slot--${name}--`;
}

/** A page that is rendered once, kept as bytes, and filled in for each request. */
export class PageTemplate<Name extends string> {
  readonly #parts: readonly Part[];

  /** @param page a whole document with slots and with placeholders for lists of talks */
  constructor(page: string) {
    // Splitting by a capturing pattern leaves the names of slots at odd indices.
    this.#parts = page.split(SLOT).flatMap((text, at): Part[] => (at % 2 === 0 ? fragmentsOf(text) : [{ slot: text }]));
  }

  filled(values: Readonly<Record<Name, Html>>): Fragments {
    const known: Readonly<Record<string, Html | undefined>> = values;
    return this.#parts.map((part) => {
      if (part === TALK_LIST || Buffer.isBuffer(part)) return part;
      const value = known[part.slot];
      if (value === undefined) throw new Error(`nothing fills the slot ${part.slot}`);
      return value.markup;
    });
  }
}

type Part = Buffer | typeof TALK_LIST | { readonly slot: string };
