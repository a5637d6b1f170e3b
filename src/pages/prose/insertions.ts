import { cleaned } from '#representations/feeds/feed-text.ts';
import { escapedXml } from '#representations/json/xml-text.ts';
import { addressAt } from './address.ts';
import { formulaLine } from './formula-line.ts';
import { type Formula, FormulaFinder } from './formula.ts';
import { mathml } from './mathml.ts';
import { linked } from './open-marks.ts';
import { type TexAddress, type TexMark, type TexText, TexTextFinder } from './tex-text.ts';

/** Something that is extracted from a text before its markup is parsed, because the parser would misread it. */
export type Insertion = Formula | TexAddress | TexText | TexMark;

/** How a text marks code, from which nothing is extracted. */
type CodeStyle = 'backticks' | 'at-signs' | 'none';

/** Two noncharacters: for internal use and never part of a text (Unicode, 23.7). */
const OPEN = '\ufdd0';
const CLOSE = '\ufdd1';
const NONCHARACTERS = /\p{Noncharacter_Code_Point}/gu;
const MARK = /\ufdd0(\d+)\ufdd1/;

/** Maximum insertions of a text; the rest stays as it is. */
const MAX_INSERTIONS = 500;
const MAX_FORMULAS = 150;
/** Maximum characters of all formulas together. */
const MAX_TEX = 8_000;

const INTERESTING = /\\\\|\\[([]|\\begin\{|\$\$?|`+|@|https?:\/\//g;
/** The same, with the beginnings and ends of TeX outside of formulas. */
const INTERESTING_TEX = /\\\\|\\[([]|\\begin\{|\\(?:[A-Za-z]+|[^])|\$\$?|`+|@|https?:\/\/|\{(?=\\)|\}|''?|-{2,}|~/g;
const HAS_TEX = /[\\`]|--/;
/** An address that is part of markup, and is not extracted. */
const WRITTEN_ADDRESS = /[^\s<>"()]+/y;
/** Code in a text without other markup. */
const PLAIN_CODE = /(`{1,2})(?=[^\s`])[^`\n]{1,200}\1(?!`)/y;
const TEXTILE_CODE = /@[^@\s](?:[^@\n]{0,200}[^@\s])?@/y;

interface Found {
  readonly end: number;
  /** Undefined if the text is skipped. */
  readonly insertion?: Insertion;
}

/** The parsers for one text. */
interface Readers {
  readonly formulas: FormulaFinder;
  /** Undefined if TeX outside of formulas is not read, or there is none. */
  readonly tex: TexTextFinder | undefined;
  readonly code: CodeStyle;
  /** The end of the code that begins at a backtick, by the position of the backtick. */
  readonly afterCode: ReadonlyMap<number, number> | undefined;
}

/** Formulas, other TeX and bare addresses of one text, which are put back once the markup is parsed. */
export class Insertions {
  /** Whether TeX is converted to what it stands for. */
  readonly readsTex: boolean;
  /** Whether the text is only the beginning of a longer one. */
  readonly #isCut: boolean;
  readonly #all: Insertion[] = [];
  #formulas = 0;
  #tex = 0;

  constructor({ readsTex = true, isCut = false }: { readonly readsTex?: boolean; readonly isCut?: boolean } = {}) {
    this.readsTex = readsTex;
    this.#isCut = isCut;
  }

  /** Replaces all insertions by marks, in linear time. */
  lift(text: string, code: CodeStyle): string {
    const clean = cleaned(text).replace(NONCHARACTERS, '');
    const formulas = new FormulaFinder(clean);
    const tex = this.readsTex && HAS_TEX.test(clean) ? new TexTextFinder(clean, this.#isCut) : undefined;
    const afterCode = code === 'backticks' ? codeSpans(clean) : undefined;
    const interesting = tex === undefined ? INTERESTING : INTERESTING_TEX;
    let lifted = '';
    let from = 0;
    interesting.lastIndex = 0;
    for (let match = interesting.exec(clean); match !== null; match = interesting.exec(clean)) {
      const at = match.index;
      const found = this.#found(clean, match[0], at, { formulas, tex, code, afterCode });
      if (found === undefined) continue;
      const { end, insertion } = found;
      if (insertion !== undefined) {
        lifted += clean.slice(from, at) + this.#mark(insertion);
        from = end;
      }
      for (const closing of tex?.endedBefore(end) ?? []) {
        lifted += clean.slice(from, end) + this.#mark(closing);
        from = end;
      }
      interesting.lastIndex = end;
    }
    return lifted + clean.slice(from);
  }

  /** Text and insertions, in order. */
  parts(text: string): (string | Insertion)[] {
    if (!text.includes(OPEN)) return [text];
    return text.split(MARK).map((part, at) => (at % 2 === 0 ? part : (this.#all[Number(part)] ?? '')));
  }

  /** The text with the source of its insertions, as it was before `lift`. */
  source(text: string): string {
    return this.parts(text)
      .map((part) => (typeof part === 'string' ? part : part.source))
      .join('');
  }

  #found(text: string, start: string, at: number, readers: Readers): Found | undefined {
    const { formulas, tex, code } = readers;
    if (start.startsWith('`')) return this.#backticks(text, start, at, readers);
    if (start === '@') return code === 'at-signs' ? endAt(stickyEnd(TEXTILE_CODE, text, at)) : undefined;
    const closing = tex?.endAt(at);
    if (closing !== undefined) return closing;
    if (this.#all.length >= MAX_INSERTIONS) return undefined;
    if (start.startsWith('http')) {
      const end = addressAt(text, at);
      if (end === undefined) return tex && endAt(stickyEnd(WRITTEN_ADDRESS, text, at));
      const source = text.slice(at, end);
      return { end, insertion: { kind: 'address', address: source, source } };
    }
    const formula = formulas.at(start, at);
    if (formula === undefined) return this.#texText(start, at, tex);
    return this.#isMuch(formula) ? undefined : { end: at + formula.source.length, insertion: formula };
  }

  #backticks(text: string, start: string, at: number, { tex, code, afterCode }: Readers): Found | undefined {
    const quoted = this.#all.length < MAX_INSERTIONS && (start === '``' || (start === '`' && code === 'none'));
    const found = quoted ? tex?.quoted(start, at) : undefined;
    if (found !== undefined || tex === undefined || code !== 'none') return found ?? endAt(afterCode?.get(at));
    return endAt(stickyEnd(PLAIN_CODE, text, at));
  }

  #texText(start: string, at: number, tex: TexTextFinder | undefined): Found | undefined {
    const found = tex?.at(start, at);
    return found?.insertion.kind === 'formula' && this.#isMuch(found.insertion) ? undefined : found;
  }

  /** Whether a formula exceeds the limit for one text; if it does not, it is counted. */
  #isMuch({ tex }: Formula): boolean {
    if (this.#formulas >= MAX_FORMULAS || this.#tex + tex.length > MAX_TEX) return true;
    this.#formulas += 1;
    this.#tex += tex.length;
    return false;
  }

  #mark(insertion: Insertion): string {
    this.#all.push(insertion);
    return `${OPEN}${String(this.#all.length - 1)}${CLOSE}`;
  }
}

function endAt(end: number | undefined): Found | undefined {
  return end === undefined ? undefined : { end };
}

function stickyEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Ends of code, by its beginning: code ends at the next run of as many backticks (CommonMark, 6.1). */
function codeSpans(text: string): Map<number, number> {
  const runs = [...text.matchAll(/`+/g)];
  const next = new Map<number, number>();
  const ends = new Map<number, number>();
  for (const { 0: run, index } of runs.reverse()) {
    const closing = next.get(run.length);
    if (closing !== undefined) ends.set(index, closing + run.length);
    next.set(run.length, index);
  }
  return ends;
}

type Shown = Exclude<Insertion, TexMark>;

/** The HTML of an insertion in a paragraph. @param isLink whether it is within a link */
export function insertionHtml(insertion: Shown, isLink: boolean): string {
  switch (insertion.kind) {
    case 'formula':
      return mathml(insertion) ?? `<code>${escapedXml(insertion.source)}</code>`;
    case 'address':
      return isLink ? escapedXml(insertion.address) : linked(insertion.address);
    case 'text':
      return escapedXml(insertion.text);
  }
}

/** An insertion as plain text on one line. @param readsTex whether formulas are shown as their characters */
export function insertionText(insertion: Insertion, readsTex = true): string {
  switch (insertion.kind) {
    case 'formula':
      return readsTex ? (formulaLine(insertion, 'text') ?? insertion.source) : insertion.tex;
    case 'address':
      return insertion.address;
    case 'text':
      return insertion.text;
    case 'mark':
      return '';
  }
}
