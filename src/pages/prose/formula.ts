export interface Formula {
  readonly kind: 'formula';
  /** The TeX without its delimiters. */
  readonly tex: string;
  /** Whether it is shown on a line of its own. */
  readonly display: boolean;
  /** The source with its delimiters. */
  readonly source: string;
}

/** Maximum characters of a formula. */
const MAX_LENGTH = 1_500;

const ENVIRONMENT = /\\begin\{((?:equation|align|gather|multline|eqnarray|aligned|cases)\*?)\}/y;
/** Beginnings of formulas that may follow a letter: `H$_2$O`, `11$^{th}$`, `image$\to$text`, `word$-$word`. */
const ATTACHED = /\$(?:[\^_]|\\[A-Za-z]{2}|[-+=]\$)/y;
/** Certainly TeX, even if a digit follows: `$\sim$70 AU`, `BD+45$^{\circ}$598`. In `$HOME_DIR/$5` it is not. */
const CERTAIN = /\\[A-Za-z]|^[\^_]|[\^_]\{/;
const BLANK_LINE = /\n[^\S\n]*\n/;

/**
 * Finds TeX in a text: `$…$`, `$$…$$`, `\(…\)`, `\[…\]` and display environments, but not amounts of money. Each
 * closing delimiter is searched for once, however many opening ones precede it.
 */
export class FormulaFinder {
  readonly #text: string;
  /** The next position of each delimiter, as far as known. */
  readonly #next = new Map<string, number>();
  /** Where the last formula in dollars ends: the next may touch it. */
  #lastEnd = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The formula that begins at `at` with the delimiter `start`; undefined if there is none. */
  at(start: string, at: number): Formula | undefined {
    switch (start) {
      case '$':
        return this.#inDollars(at);
      case '$$':
        return this.#delimited(at, '$$', '$$');
      case '\\(':
        return this.#delimited(at, '\\(', '\\)');
      case '\\[':
        return this.#delimited(at, '\\[', '\\]');
      case '\\begin{':
        return this.#environment(at);
      default:
        return undefined;
    }
  }

  /**
   * Pandoc's rules: no space inside the dollars, and no digit after them unless the content is certainly TeX; it must
   * not be an amount.
   */
  #inDollars(at: number): Formula | undefined {
    const text = this.#text;
    if (!this.#mayBegin(at)) return undefined;
    let end = text.indexOf('$', at + 1);
    while (end > 0 && end - at <= MAX_LENGTH && text.charAt(end - 1) === '\\') end = text.indexOf('$', end + 1);
    if (end < 0 || end - at > MAX_LENGTH) return undefined;
    const tex = text.slice(at + 1, end);
    if (tex === '' || /^\s|\s$/.test(tex) || BLANK_LINE.test(tex) || isOrdinaryText(tex)) return undefined;
    if (/\d/.test(text.charAt(end + 1)) && !CERTAIN.test(tex)) return undefined;
    this.#lastEnd = end + 1;
    return { kind: 'formula', tex, display: false, source: `$${tex}$` };
  }

  #mayBegin(at: number): boolean {
    if (at === this.#lastEnd) return true;
    ATTACHED.lastIndex = at;
    const mayNotPrecede = ATTACHED.test(this.#text) ? /[$\\]/ : /[\p{L}\p{N}$\\]/u;
    return !mayNotPrecede.test(this.#text.charAt(at - 1));
  }

  #delimited(at: number, open: string, close: string): Formula | undefined {
    const from = at + open.length;
    const end = this.#nextOf(close, from);
    if (end < 0 || end - from > MAX_LENGTH) return undefined;
    const tex = this.#text.slice(from, end);
    if (tex.includes(open) || tex.trim() === '' || BLANK_LINE.test(tex)) return undefined;
    return { kind: 'formula', tex, display: open !== '\\(', source: open + tex + close };
  }

  #environment(at: number): Formula | undefined {
    ENVIRONMENT.lastIndex = at;
    const match = ENVIRONMENT.exec(this.#text);
    if (match === null) return undefined;
    const close = `\\end{${match[1] ?? ''}}`;
    const end = this.#nextOf(close, ENVIRONMENT.lastIndex);
    if (end < 0 || end - at > MAX_LENGTH) return undefined;
    const source = this.#text.slice(at, end + close.length);
    return BLANK_LINE.test(source) ? undefined : { kind: 'formula', tex: source, display: true, source };
  }

  #nextOf(delimiter: string, from: number): number {
    const known = this.#next.get(delimiter);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    const next = this.#text.indexOf(delimiter, from);
    this.#next.set(delimiter, next);
    return next;
  }
}

const TEX = /[\\^_{}=<>]/;
const WORD = /\p{L}{2,}/gu;

/**
 * Whether the text between two dollar signs is prose: `5 or 10`, `20 for members and`. Formulas without TeX commands
 * are short.
 */
function isOrdinaryText(tex: string): boolean {
  if (TEX.test(tex)) return false;
  const words = tex.match(WORD)?.length ?? 0;
  return /^\d/.test(tex) ? words > 0 : words > 2 || (words > 0 && /\s/.test(tex));
}
