import { fragmentsOf, TALK_LIST, type Fragments } from './fragments.ts';
import type { Html } from './frame/html.ts';

/** The only text of others in a template is the operator's, and no operator writes this. */
const SLOT = /slot--([a-z-]+)--/g;

/** Marks a place in a page that is filled in later. It may stand wherever text, or a part of an address, may. */
export function slot(name: string): string {
  return `slot--${name}--`;
}

/** A page that is rendered once, kept as bytes, and then only filled in. */
export class PageTemplate<Name extends string> {
  readonly #parts: readonly Part[];

  /** @param page a whole document with slots, and lists of talks */
  constructor(page: string) {
    this.#parts = fragmentsOf(page).flatMap((part) => (typeof part === 'string' ? cut(part) : [part]));
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

/** Names of slots stand at odd places. */
function cut(page: string): Part[] {
  return page.split(SLOT).map((text, at) => (at % 2 === 0 ? Buffer.from(text) : { slot: text }));
}
