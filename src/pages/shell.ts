import type { Html } from './html.js';

/** Nobody's text is in a shell but the operator's, and no operator writes this. */
const HOLE = /hole--([a-z-]+)--/g;

/** A place in a page that is filled in later; it stands wherever text or part of an address may. */
export function hole(name: string): string {
  return `hole--${name}--`;
}

/** A page that is laid out once, and then only filled in. */
export class Shell<Name extends string> {
  /** Markup and, at odd places, names of holes. */
  readonly #parts: readonly string[];

  /** @param page a whole document with holes in it */
  constructor(page: string) {
    this.#parts = page.split(HOLE);
  }

  filled(values: Readonly<Record<Name, Html>>): string {
    const known: Readonly<Record<string, Html | undefined>> = values;
    let text = this.#parts[0] ?? '';
    for (let at = 1; at < this.#parts.length; at += 2) {
      const name = this.#parts[at] ?? '';
      const value = known[name];
      if (value === undefined) throw new Error(`nothing fills the hole ${name}`);
      text += value.markup + (this.#parts[at + 1] ?? '');
    }
    return text;
  }
}
