import { createRequire } from 'node:module';
import type { Handler, Parser } from 'htmlparser2';

const load = createRequire(import.meta.url);
let loaded: typeof import('htmlparser2') | undefined;

/** Loaded when there is HTML to read: with the packages that it depends on, it is a fifth of what a command takes to start. */
function parserClass(): typeof Parser {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion -- `require` has no type.
  loaded ??= load('htmlparser2') as typeof import('htmlparser2');
  return loaded.Parser;
}

/**
 * Nested elements. The parser keeps the open ones in a list that it moves as a whole at each tag: a page of a million
 * that are never closed would keep it busy for minutes.
 */
const DEEPEST = 512;

export type HtmlHandler = Partial<Pick<Handler, 'onopentag' | 'ontext' | 'onclosetag'>>;

/** Reads HTML a piece at a time, and stops where its elements are nested too deeply. */
export class HtmlReader {
  readonly #parser: Parser;
  #depth = 0;
  #isTooDeep = false;

  constructor(handler: HtmlHandler) {
    this.#parser = new (parserClass())({
      ...handler,
      onopentag: (name, attributes, isImplied) => {
        handler.onopentag?.(name, attributes, isImplied);
        if (++this.#depth <= DEEPEST) return;
        this.#isTooDeep = true;
        this.#parser.pause();
      },
      onclosetag: (name, isImplied) => {
        this.#depth--;
        handler.onclosetag?.(name, isImplied);
      },
    });
  }

  get isTooDeep(): boolean {
    return this.#isTooDeep;
  }

  /** Where the current tag begins, in characters from the beginning of the page. */
  get startIndex(): number {
    return this.#parser.startIndex;
  }

  write(html: string): void {
    if (!this.#isTooDeep) this.#parser.write(html);
  }

  end(): void {
    if (!this.#isTooDeep) this.#parser.end();
  }
}

/** Reads a whole page or fragment. */
export function readHtml(html: string, handler: HtmlHandler): void {
  const reader = new HtmlReader(handler);
  reader.write(html);
  reader.end();
}
