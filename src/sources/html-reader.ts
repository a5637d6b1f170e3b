import { createRequire } from 'node:module';
import type { Handler, Parser } from 'htmlparser2';

const load = createRequire(import.meta.url);
let loaded: typeof import('htmlparser2') | undefined;

/** Loaded on first use: with its dependencies, it takes a fifth of the startup time of a command. */
function parserClass(): typeof Parser {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `require` has no type.
  loaded ??= load('htmlparser2') as typeof import('htmlparser2');
  return loaded.Parser;
}

/**
 * Limit on nesting. The parser shifts its list of open elements at each tag: a page with a million elements
 * that are never closed would take minutes.
 */
const DEEPEST = 512;

type HtmlHandler = Partial<Pick<Handler, 'onopentag' | 'ontext' | 'onclosetag'>>;

/** Reads HTML in chunks, and stops where elements are nested too deeply. */
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

  /** Offset of the current tag in the page, in characters. */
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
