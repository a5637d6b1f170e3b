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

/** Text of an HTML fragment, for titles and names: without markup, with entities decoded. */
export function htmlText(html: string): string {
  let text = '';
  readHtml(html, { ontext: (part) => void (text += part) });
  return text.trim();
}

/** Whether text of unknown type can only be HTML. */
export function looksLikeHtml(text: string): boolean {
  return /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d{0,2});|<\/?(?:a|b|br|em|i|p|span|strong|su[bp])(?:\s+[a-z-]{1,30}=[^>]{0,1000})?\s*\/?>/i.test(
    text.slice(0, EXAMINED),
  );
}

/** In characters; limited because the pattern rescans tags that never end. */
const EXAMINED = 2000;
