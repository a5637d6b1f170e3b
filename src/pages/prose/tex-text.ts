import { AccentReader } from '#catalogue/tex-accents.ts';
import { linkTarget } from './address.ts';
import type { Formula } from './formula.ts';
import type { Mark } from './open-marks.ts';
import { isInCode } from './code-signs.ts';
import { IN_GROUP, isKnown, LOOSE_FORMULA, SYMBOLS, WITH_ARGUMENT, type Shown } from './tex-commands.ts';

/** TeX that is replaced by text. */
export interface TexText {
  readonly kind: 'text';
  readonly text: string;
  /** The source as it was written. */
  readonly source: string;
}

/** The beginning or the end of text that a command marks. */
export interface TexMark {
  readonly kind: 'mark';
  readonly mark: Mark;
  readonly isEnd: boolean;
  /** The target of a link. */
  readonly href: string;
  readonly source: string;
}

export interface TexAddress {
  readonly kind: 'address';
  readonly address: string;
  readonly source: string;
}

interface FoundTex {
  readonly end: number;
  readonly insertion: TexText | TexMark | TexAddress | Formula;
}

const ADDRESS = /\\(?:url|path|nolinkurl) ?\{([^{}\s]{1,2000})\}/y;
const LINK = /\\href ?\{([^{}\s]{1,2000})\} ?\{/y;
const SWITCH = /\{\\([A-Za-z]{2,10})(?![A-Za-z]) ?/y;
const QUOTED = /``(?=[^\s`])[^`]{0,400}?[\p{L}\p{N}.,;:!?)\]}$%]''/uy;
const QUOTED_ONCE = /`(?=[^\s`])[^`'\n]{0,80}[\p{L}\p{N}.,;:!?)\]}$%]'(?![\p{L}\p{N}'])/uy;
const BEFORE_DASH = /[\p{L}\p{N}\s.,;:!?)\]}"”’$%]/u;
const AFTER_DASH = /[\p{L}\p{N}\s("“‘$\\{]/u;
const MOST_SPACES = 20;
const BLANK_LINE = /\n[^\S\n]*\n/;

/** Characters that TeX requires to be escaped, and their context: `50\%`, `R\&D`, `gettext\_lazy`, `\#1`, `\$5`. */
const ESCAPED: Readonly<Record<string, readonly [before: RegExp, after: RegExp]>> = {
  '%': [/[\d\s$})]/, /^\W?$/],
  '&': [/[\p{L}\d\s)}]/u, /[\p{L}\d\s]/u],
  _: [/[\p{L}\d]/u, /[\p{L}\d]/u],
  '#': [/[\sCF(]|^$/, /[\d\s]/],
  $: [/[\s(]|^$/, /\d/],
};

/** Characters that make a command after them look like part of a path or name, if nothing else identifies it. */
const JOINED = /[\p{L}\\/:_.%]/u;

/**
 * Finds TeX outside of formulas: accents, commands such as `\emph{…}`, quotation marks and dashes. Skips unknown
 * commands, and whatever may be something else (a path, an escape, a pattern). Takes linear time for any text.
 */
export class TexTextFinder {
  readonly #text: string;
  readonly #isCut: boolean;
  readonly #accents: AccentReader;
  /** Where braces are closed; computed when it is first needed. */
  #closing: ReadonlyMap<number, number> | undefined;
  /** Insertions at the ends of what was found before; the next one is usually the last. */
  #ends: { readonly at: number; readonly end: number; readonly insertion: TexText | TexMark }[] = [];

  /** @param isCut whether the text is the beginning of a longer one, in which open groups may be closed */
  constructor(text: string, isCut = false) {
    this.#text = text;
    this.#isCut = isCut;
    this.#accents = new AccentReader(text);
  }

  /** The TeX at `at`. @param start a backslash with its command, a brace, quotation marks, hyphens or a tilde */
  at(start: string, at: number): FoundTex | undefined {
    switch (start.charAt(0)) {
      case '\\':
        return this.#accent(at) ?? this.#command(start, at);
      case '{':
        return this.#accent(at) ?? this.#group(at);
      case '-':
        return this.#dash(start, at);
      case '~':
        return this.#tie(at);
      default:
        return undefined;
    }
  }

  /** The end, at `at`, of something that was found before. */
  endAt(at: number): FoundTex | undefined {
    const found = this.#ends.findLastIndex((one) => one.at === at);
    return found < 0 ? undefined : this.#ends.splice(found, 1)[0];
  }

  /** The ends that were skipped before `at`, because something else was read there. */
  endedBefore(at: number): readonly (TexText | TexMark)[] {
    if (!this.#ends.some((one) => one.at < at)) return [];
    const ended = this.#ends.filter((one) => one.at < at).reverse();
    this.#ends = this.#ends.filter((one) => one.at >= at);
    return ended.map(({ insertion }) => insertion);
  }

  /** TeX quotation marks around words. */
  quoted(start: string, at: number): FoundTex | undefined {
    const isDouble = start === '``';
    const pattern = isDouble ? QUOTED : QUOTED_ONCE;
    if (/[\p{L}\p{N}\\]/u.test(this.#text.charAt(at - 1))) return undefined;
    pattern.lastIndex = at;
    const [whole] = pattern.exec(this.#text) ?? [];
    if (whole === undefined || BLANK_LINE.test(whole)) return undefined;
    const end = at + whole.length - start.length;
    this.#end(end, isDouble ? "''" : "'", isDouble ? '”' : '’');
    return this.#stands(at, at + start.length, isDouble ? '“' : '‘');
  }

  #accent(at: number): FoundTex | undefined {
    const found = this.#accents.at(at);
    return found === undefined || isInCode(this.#text, at) ? undefined : this.#stands(at, found.end, found.text);
  }

  #command(start: string, at: number): FoundTex | undefined {
    const name = start.slice(1);
    const end = at + start.length;
    if (!/^[A-Za-z]/.test(name)) return this.#escaped(name, at);
    const shown = this.#text.charAt(end) === '{' ? WITH_ARGUMENT.get(name) : undefined;
    const closing = shown && this.#closingOf(end);
    if (!isKnown(name) || (shown !== undefined && closing === undefined) || isInCode(this.#text, at)) return undefined;
    if (shown !== undefined) return this.#marked(shown, at, end + 1, closing);
    if (name === 'url' || name === 'path' || name === 'nolinkurl') return this.#address(at);
    if (name === 'href') return this.#link(at);
    return this.#symbol(name, at, end) ?? this.#looseFormula(at);
  }

  #escaped(character: string, at: number): FoundTex | undefined {
    const [before, after] = ESCAPED[character] ?? [];
    if (before?.test(this.#text.charAt(at - 1)) !== true || after?.test(this.#text.charAt(at + 2)) !== true)
      return undefined;
    return isInCode(this.#text, at) ? undefined : this.#stands(at, at + 2, character);
  }

  #symbol(name: string, at: number, end: number): FoundTex | undefined {
    const text = SYMBOLS.get(name);
    if (name === 'deg' ? !/\d/.test(this.#text.charAt(at - 1)) : false) return undefined;
    if (text === undefined || /[\p{L}\\/:_]/u.test(this.#text.charAt(at - 1))) return undefined;
    const tail = this.#text.startsWith('{}', end) ? 2 : text.trim() === '' && this.#text.charAt(end) === ' ' ? 1 : 0;
    return this.#stands(at, end + tail, text);
  }

  #looseFormula(at: number): FoundTex | undefined {
    if (JOINED.test(this.#text.charAt(at - 1))) return undefined;
    LOOSE_FORMULA.lastIndex = at;
    const [tex] = LOOSE_FORMULA.exec(this.#text) ?? [];
    if (tex === undefined) return undefined;
    const end = at + tex.length;
    // A space that only ends the command: `10\times 10`.
    const spaces = /\d/.test(this.#text.charAt(at - 1)) && /^ [\p{L}\d]/u.test(this.#text.slice(end, end + 2)) ? 1 : 0;
    const source = this.#text.slice(at, end + spaces);
    return { end: end + spaces, insertion: { kind: 'formula', tex, display: false, source } };
  }

  #address(at: number): FoundTex | undefined {
    ADDRESS.lastIndex = at;
    const [source, written = ''] = ADDRESS.exec(this.#text) ?? [];
    if (source === undefined) return undefined;
    const address = unescaped(written);
    const end = at + source.length;
    return linkTarget(address) === undefined
      ? this.#stands(at, end, address)
      : { end, insertion: { kind: 'address', address, source } };
  }

  #link(at: number): FoundTex | undefined {
    LINK.lastIndex = at;
    const [source, written = ''] = LINK.exec(this.#text) ?? [];
    const href = unescaped(written);
    if (source === undefined || linkTarget(href) === undefined) return undefined;
    const from = at + source.length;
    return this.#markedBy({ mark: 'a', href }, at, from, this.#closingOf(from - 1));
  }

  #group(at: number): FoundTex | undefined {
    SWITCH.lastIndex = at;
    const [source = '', name = ''] = SWITCH.exec(this.#text) ?? [];
    const shown = IN_GROUP.get(name);
    if (shown === undefined && this.#text.charAt(at + source.length) === '}') return this.#alone(name, at);
    return shown && this.#marked(shown, at, at + source.length, this.#closingOf(at));
  }

  /** `{\deg}`, `{\alpha}`. */
  #alone(name: string, at: number): FoundTex | undefined {
    const end = at + name.length + 3;
    const text = SYMBOLS.get(name);
    if (this.#text.charAt(end - 1) !== '}' || !isKnown(name) || isInCode(this.#text, at)) return undefined;
    if (text !== undefined) return this.#stands(at, end, text);
    LOOSE_FORMULA.lastIndex = at + 1;
    const [tex] = LOOSE_FORMULA.exec(this.#text) ?? [];
    const source = this.#text.slice(at, end);
    return tex?.length === name.length + 1
      ? { end, insertion: { kind: 'formula', tex, display: false, source } }
      : undefined;
  }

  #marked(shown: Shown, at: number, from: number, end: number | undefined): FoundTex | undefined {
    if (end === undefined) return undefined;
    if (typeof shown === 'string') return this.#markedBy({ mark: shown, href: '' }, at, from, end);
    this.#end(end, '}', shown.after);
    return this.#stands(at, from, shown.before);
  }

  #markedBy(mark: Pick<TexMark, 'mark' | 'href'>, at: number, from: number, end?: number): FoundTex | undefined {
    if (end === undefined) return undefined;
    this.#ends.push({ at: end, end: end + 1, insertion: { kind: 'mark', ...mark, isEnd: true, source: '}' } });
    return { end: from, insertion: { kind: 'mark', ...mark, isEnd: false, source: this.#text.slice(at, from) } };
  }

  /** `1990--2000`, `Navier--Stokes`, `one---and only one---of`; not `--help`, `i--` or a line. */
  #dash(start: string, at: number): FoundTex | undefined {
    const end = at + start.length;
    const [before, after] = [this.#text.charAt(at - 1), this.#text.charAt(end)];
    if (start.length === 3)
      return BEFORE_DASH.test(before) && AFTER_DASH.test(after) && !this.#isRule(at, end)
        ? this.#stands(at, end, '—')
        : undefined;
    const isRange = /\d/.test(before) && /\d/.test(after);
    const isPair = /[\p{L}}$]/u.test(before) && /[\p{Lu}$\\{]/u.test(after) && !this.#isCommonWord(at);
    return start.length === 2 && (isRange || isPair) ? this.#stands(at, end, '–') : undefined;
  }

  /** Whether the word that ends at `at` has no capital: two hyphens after it are a pause, and do not join two names. */
  #isCommonWord(at: number): boolean {
    return /(?:^|[^\p{L}}])\p{Ll}{1,30}$/u.test(this.#text.slice(Math.max(0, at - 31), at));
  }

  /** Whether the hyphens are alone in their line or table cell. */
  #isRule(at: number, end: number): boolean {
    return (
      /[\n|][^\S\n]*$/.test(this.#text.slice(Math.max(0, at - MOST_SPACES), at)) &&
      /^[^\S\n]*(?:[\n|]|$)/.test(this.#text.slice(end, end + MOST_SPACES))
    );
  }

  /** `Theorem~1`, `D.~Knuth`, `in~$X$`; not `~5`, `y~x` or `~/bin`. */
  #tie(at: number): FoundTex | undefined {
    const isTie =
      /(?:[\p{L}]{2}|[\p{L}]\.|[$}])$/u.test(this.#text.slice(Math.max(0, at - 2), at)) &&
      /[\p{Lu}\d$\\]/u.test(this.#text.charAt(at + 1));
    return isTie ? this.#stands(at, at + 1, '\u00a0') : undefined;
  }

  #end(at: number, source: string, text: string): void {
    this.#ends.push({ at, end: at + source.length, insertion: { kind: 'text', text, source } });
  }

  #stands(at: number, end: number, text: string): FoundTex {
    return { end, insertion: { kind: 'text', text, source: this.#text.slice(at, end) } };
  }

  #closingOf(brace: number): number | undefined {
    this.#closing ??= closingBraces(this.#text, this.#isCut);
    return this.#closing.get(brace);
  }
}

/** The end of each group, by its opening brace. @param isCut whether open groups end with the text */
function closingBraces(text: string, isCut: boolean): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: found, index } of text.matchAll(/\\[^]|[{}]/g)) {
    if (found === '{') open.push(index);
    else if (found === '}') {
      const begin = open.pop();
      if (begin !== undefined) closing.set(begin, index);
    }
  }
  if (isCut) for (const begin of open) closing.set(begin, text.length);
  return closing;
}

function unescaped(address: string): string {
  return address.replace(/\\([%#&_~$])/g, '$1');
}
