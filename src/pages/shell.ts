import { Html } from './frame/html.ts';
import { Fragments, TALKS, type Fragment } from './pieces.ts';
import { piecesOf } from './lists/talk-list.ts';

/** Nobody's text is in a shell but the operator's, and no operator writes this. */
const HOLE = /hole--([a-z-]+)--/g;

/** A place in a page that is filled in later; it stands wherever text or part of an address may. */
export function slot(name: string): string {
  return `hole--${name}--`;
}

/** A page that is laid out once, kept as bytes, and then only filled in. */
export class PageTemplate<Name extends string> {
  /** In order; a hole by its name. */
  readonly #parts: readonly Part[];

  /** @param page a whole document with holes in it, and places of talks */
  constructor(page: string) {
    this.#parts = piecesOf(page).parts.flatMap((part) => (typeof part === 'string' ? cut(part) : [part]));
  }

  filled(values: Readonly<Record<Name, Html | Fragments>>): Fragments {
    const known: Readonly<Record<string, Html | Fragments | undefined>> = values;
    const filled: Fragment[] = [];
    for (const part of this.#parts) {
      if (part === TALKS || Buffer.isBuffer(part)) filled.push(part);
      else {
        const value = known[part.hole];
        if (value === undefined) throw new Error(`nothing fills the hole ${part.hole}`);
        if (value instanceof Html) filled.push(value.markup);
        else filled.push(...value.parts);
      }
    }
    return new Fragments(filled);
  }
}

type Part = Buffer | typeof TALKS | { readonly hole: string };

/** Names of holes stand at odd places. */
function cut(page: string): Part[] {
  return page.split(HOLE).map((piece, at) => (at % 2 === 0 ? Buffer.from(piece) : { hole: piece }));
}
