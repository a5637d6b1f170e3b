import { AccentReader } from '#catalogue/tex-accents.ts';
import { linkTarget } from './address.ts';
import type { Formula } from './formula.ts';
import type { Mark } from './open-marks.ts';

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
/** `Theorem~1`, `D.~Knuth`, `in~$X$`; not `~5`, `y~x` or `~/bin`. */
const TIE = /(?<=\p{L}{2}|\p{L}\.|[$}])~(?=[\p{Lu}\d$\\])/uy;
/** `one---and only one---of`. */
const EM_DASH = /(?<=[\p{L}\p{N}\s.,;:!?)\]}"”’$%])---(?=[\p{L}\p{N}\s("“‘$\\{])/uy;
/** `1990--2000`. */
const RANGE = /(?<=\d)--(?=\d)/y;
/** `Navier--Stokes`; not `--help` or `i--`, nor after a word without a capital, where two hyphens are a pause. */
const PAIR = /(?<=[\p{L}}$])(?<!(?:^|[^\p{L}}])\p{Ll}{1,30})--(?=[\p{Lu}$\\{])/uy;
const MAX_SPACES = 20;
const BLANK_LINE = /\n[^\S\n]*\n/;

/** Characters that TeX requires to be escaped: `50\%`, `R\&D`, `gettext\_lazy`, `\#1`, `\$5`. */
const ESCAPED = [
  /(?<=[\d\s$})])\\%(?!\w)/uy,
  /(?<=[\p{L}\d\s)}])\\&(?=[\p{L}\d\s])/uy,
  /(?<=[\p{L}\d])\\_(?=[\p{L}\d])/uy,
  /(?<=[\sCF(]|^)\\#(?=[\d\s])/uy,
  /(?<=[\s(]|^)\\\$(?=\d)/uy,
];

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
        return this.#fits(TIE, at) ? this.#stands(at, at + 1, '\u00a0') : undefined;
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
    if (/[\p{L}\p{N}\\]/u.test(this.#text.charAt(at - 1))) return undefined;
    const [whole] = this.#match(isDouble ? QUOTED : QUOTED_ONCE, at);
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
    if (!/^[A-Za-z]/.test(name)) return this.#escaped(at);
    const shown = this.#text.charAt(end) === '{' ? WITH_ARGUMENT.get(name) : undefined;
    const closing = shown && this.#closingOf(end);
    if (!isKnown(name) || (shown !== undefined && closing === undefined) || isInCode(this.#text, at)) return undefined;
    if (shown !== undefined) return this.#marked(shown, at, end + 1, closing);
    return this.#address(at) ?? this.#link(at) ?? this.#symbol(name, at, end) ?? this.#looseFormula(at);
  }

  #escaped(at: number): FoundTex | undefined {
    if (!ESCAPED.some((pattern) => this.#fits(pattern, at)) || isInCode(this.#text, at)) return undefined;
    return this.#stands(at, at + 2, this.#text.charAt(at + 1));
  }

  #symbol(name: string, at: number, end: number): FoundTex | undefined {
    const text = SYMBOLS.get(name);
    const before = this.#text.charAt(at - 1);
    if (text === undefined || /[\p{L}\\/:_]/u.test(before) || (name === 'deg' && !/\d/.test(before))) return undefined;
    const tail = this.#text.startsWith('{}', end) ? 2 : text.trim() === '' && this.#text.charAt(end) === ' ' ? 1 : 0;
    return this.#stands(at, end + tail, text);
  }

  #looseFormula(at: number): FoundTex | undefined {
    if (JOINED.test(this.#text.charAt(at - 1))) return undefined;
    const [tex] = this.#match(LOOSE_FORMULA, at);
    if (tex === undefined) return undefined;
    const end = at + tex.length;
    // A space that only ends the command: `10\times 10`.
    const spaces = /\d/.test(this.#text.charAt(at - 1)) && /^ [\p{L}\d]/u.test(this.#text.slice(end, end + 2)) ? 1 : 0;
    const source = this.#text.slice(at, end + spaces);
    return { end: end + spaces, insertion: { kind: 'formula', tex, display: false, source } };
  }

  #address(at: number): FoundTex | undefined {
    const [source, written = ''] = this.#match(ADDRESS, at);
    if (source === undefined) return undefined;
    const address = unescaped(written);
    const end = at + source.length;
    return linkTarget(address) === undefined
      ? this.#stands(at, end, address)
      : { end, insertion: { kind: 'address', address, source } };
  }

  #link(at: number): FoundTex | undefined {
    const [source = '', written = ''] = this.#match(LINK, at);
    const from = at + source.length;
    const href = unescaped(written);
    const end = source === '' || linkTarget(href) === undefined ? undefined : this.#closingOf(from - 1);
    return end === undefined ? undefined : this.#markedBy({ mark: 'a', href }, at, from, end);
  }

  #group(at: number): FoundTex | undefined {
    const [source = '', name = ''] = this.#match(SWITCH, at);
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
    const [tex] = this.#match(LOOSE_FORMULA, at + 1);
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

  #markedBy(mark: Pick<TexMark, 'mark' | 'href'>, at: number, from: number, end: number): FoundTex {
    this.#ends.push({ at: end, end: end + 1, insertion: { kind: 'mark', ...mark, isEnd: true, source: '}' } });
    return { end: from, insertion: { kind: 'mark', ...mark, isEnd: false, source: this.#text.slice(at, from) } };
  }

  #dash(start: string, at: number): FoundTex | undefined {
    const end = at + start.length;
    if (start === '---')
      return this.#fits(EM_DASH, at) && !this.#isRule(at, end) ? this.#stands(at, end, '—') : undefined;
    return start === '--' && (this.#fits(RANGE, at) || this.#fits(PAIR, at)) ? this.#stands(at, end, '–') : undefined;
  }

  /** Whether the hyphens are alone in their line or table cell. */
  #isRule(at: number, end: number): boolean {
    return (
      /[\n|][^\S\n]*$/.test(this.#text.slice(Math.max(0, at - MAX_SPACES), at)) &&
      /^[^\S\n]*(?:[\n|]|$)/.test(this.#text.slice(end, end + MAX_SPACES))
    );
  }

  #fits(pattern: RegExp, at: number): boolean {
    pattern.lastIndex = at;
    return pattern.test(this.#text);
  }

  /** What a sticky pattern and its groups match at `at`; empty if it does not. */
  #match(pattern: RegExp, at: number): readonly (string | undefined)[] {
    pattern.lastIndex = at;
    return pattern.exec(this.#text) ?? [];
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

/** The beginning of a path: `C:\temp`, `\\server\share`, `%APPDATA%\`, `..\`. */
const PATH = /(?:^|[^A-Za-z])(?:[A-Za-z]:[\\/]|\\\\[\w.-]|%\w+%|\.\\|HK[A-Z_]{2,20}\\)/;
/** A regular expression: `\w`, `[^`, `(?:`, `.*`. */
const PATTERN = /\\(?:[wWSDB](?![a-z])|[ds](?![A-Za-z{ ]))|\[\\?\^|\(\?[:=!<]|\.[*+]/;
/** Maximum characters of a path or pattern on each side of the backslash. */
const LONGEST_PATH = 120;

/** Whether the backslash at `at` is within a path or a pattern, as far as the characters around it tell. */
function isInCode(text: string, at: number): boolean {
  let from = at;
  while (from > 0 && at - from < LONGEST_PATH && /\S/.test(text.charAt(from - 1))) from -= 1;
  if (PATH.test(text.slice(from, at + 1))) return true;
  let end = at;
  while (end < text.length && end - at < LONGEST_PATH && /\S/.test(text.charAt(end))) end += 1;
  return PATTERN.test(text.slice(from, end));
}

/** How a command's argument is shown: in a mark, between two texts, or as it is. */
type Shown = Exclude<Mark, 'a'> | { readonly before: string; readonly after: string };

const AS_IT_IS: Shown = { before: '', after: '' };

function all(names: string, shown: Shown): Record<string, Shown> {
  return Object.fromEntries(names.split(' ').map((name) => [name, shown]));
}

/** Commands with one argument: `\emph{very}`. */
const WITH_ARGUMENT = new Map<string, Shown>(
  Object.entries({
    ...all('emph textit textsl it em sl underline uline', 'em'),
    ...all('textbf bf', 'strong'),
    ...all('texttt tt', 'code'),
    ...all('sout', 'del'),
    ...all('textsuperscript', 'sup'),
    ...all('textsubscript', 'sub'),
    ...all('text textrm textsf textsc textup textmd textnormal mbox hbox rm sf sc', AS_IT_IS),
    ...all('enquote', { before: '“', after: '”' }),
    ...all('footnote thanks', { before: ' (', after: ')' }),
  }),
);

/** Commands that concern the rest of their group: `{\it very}`. */
const IN_GROUP = new Map<string, Shown>(
  Object.entries({
    ...all('it em sl itshape slshape', 'em'),
    ...all('bf bfseries', 'strong'),
    ...all('tt ttfamily', 'code'),
    ...all('rm sf sc rmfamily sffamily scshape upshape mdseries normalfont tiny small large Large', AS_IT_IS),
  }),
);

/** Commands that stand for text. */
const SYMBOLS = new Map<string, string>(
  Object.entries({
    ...{ dots: '…', ldots: '…', textellipsis: '…', textendash: '–', textemdash: '—', textbullet: '•' },
    ...{ copyright: '©', textcopyright: '©', textregistered: '®', texttrademark: '™', pounds: '£', textsterling: '£' },
    ...{ euro: '€', texteuro: '€', EUR: '€', textdegree: '°', degree: '°', deg: '°', textmu: 'µ', textohm: 'Ω' },
    ...{ textquoteleft: '‘', textquoteright: '’', textquotedblleft: '“', textquotedblright: '”', dag: '†', ddag: '‡' },
    ...{ guillemotleft: '«', guillemotright: '»', textbackslash: '\\', textasciitilde: '~', textasciicircum: '^' },
    ...{ textunderscore: '_', textless: '<', textgreater: '>', textbar: '|', TeX: 'TeX', LaTeX: 'LaTeX' },
    ...{ LaTeXe: 'LaTeX2e', quad: ' ', qquad: ' ', newline: ' ', linebreak: ' ', par: ' ' },
    ...{ noindent: '', medskip: '', bigskip: '', smallskip: '' },
  }),
);

/**
 * Commands of formulas that are unmistakable even without dollar signs, as in “an `\alpha`-stable process”. Not `\ne`,
 * `\nu` and `\to`: some programs write line ends and tabs as `\n` and `\t`.
 */
const MATHEMATICAL =
  'alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu xi pi rho sigma tau ' +
  'upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega infty ell hbar partial ' +
  'nabla times cdot pm leq le geq ge neq approx sim simeq equiv propto ll gg subset subseteq rightarrow ' +
  'leftarrow Rightarrow mapsto longrightarrow';
const KNOWN = new Set([
  ...['url', 'path', 'nolinkurl', 'href', 'sqrt', 'frac'],
  ...[...WITH_ARGUMENT.keys(), ...SYMBOLS.keys(), ...MATHEMATICAL.split(' ')],
]);
const ARGUMENT = String.raw`\{[^{}\n$]{1,40}\}`;
const ALPHABETS = 'bb cal frak scr rm bf sf it';
const ONE =
  String.raw`\\(?:(?:${MATHEMATICAL.replaceAll(' ', '|')})(?![A-Za-z])|math(?:${ALPHABETS.replaceAll(' ', '|')}) ?\{[A-Za-z]{1,12}\}` +
  String.raw`|sqrt${ARGUMENT}|frac${ARGUMENT}${ARGUMENT})(?:[_^](?:${ARGUMENT}|[A-Za-z0-9*])){0,2}`;
/** One or more of these commands, with their indices and exponents. */
const LOOSE_FORMULA = new RegExp(`(?:${ONE}){1,8}`, 'y');

/** Whether a command outside of a formula may have a meaning here. */
function isKnown(name: string): boolean {
  return KNOWN.has(name) || name.startsWith('math');
}
