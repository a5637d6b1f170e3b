import { Parser } from 'htmlparser2';
import type { Handler } from 'htmlparser2';

/**
 * Elements within each other. The parser keeps those that are open in a list that it moves as a whole at each tag: a page of
 * a million that are never closed would keep it busy for minutes.
 */
const DEEPEST = 512;

/** Reads HTML, and reads on no further where its elements stand too deep within each other. */
export class HtmlReader {
  readonly #parser: Parser;
  #depth = 0;
  #isTooDeep = false;

  constructor(handler: Partial<Pick<Handler, 'onopentag' | 'ontext' | 'onclosetag'>>) {
    this.#parser = new Parser({
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

  /** Whether the rest was left. */
  get isTooDeep(): boolean {
    return this.#isTooDeep;
  }

  /** Where the tag that is being told of begins, in characters of all that was written. */
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
