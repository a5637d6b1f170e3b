import { cleaned } from '#representations/feeds/feed-text.ts';
import { addressAt } from './address.ts';
import { FormulaFinder, type Formula } from './formula.ts';

/** What is extracted from a text before its markup is parsed, because the parser would misread it. */
export type Insertion = Formula | BareAddress;

export interface BareAddress {
  readonly kind: 'address';
  /** As it was written. */
  readonly source: string;
}

/** How a text marks code, from which nothing is extracted. */
export type CodeStyle = 'backticks' | 'at-signs' | 'none';

/** Two noncharacters: for internal use and never part of a text (Unicode, 23.7). */
const OPEN = '\ufdd0';
const CLOSE = '\ufdd1';
const NONCHARACTERS = /\p{Noncharacter_Code_Point}/gu;
const MARK = /\ufdd0(\d+)\ufdd1/;

/** Maximum insertions of a text; the rest stays as it is. */
const MOST = 500;
const MOST_FORMULAS = 150;
/** Maximum characters of all formulas together. */
const MOST_TEX = 8_000;

const INTERESTING = /\\\\|\\[([]|\\begin\{|\$\$?|`+|@|https?:\/\//g;
const TEXTILE_CODE = /@[^@\s](?:[^@\n]{0,200}[^@\s])?@/y;

interface Found {
  readonly end: number;
  /** Undefined if the text is skipped. */
  readonly insertion?: Insertion;
}

/** Formulas and bare addresses of one text, which are put back once the markup is parsed. */
export class Insertions {
  readonly #all: Insertion[] = [];
  #formulas = 0;
  #tex = 0;

  /** Replaces each of them by a mark, in linear time. */
  lift(text: string, code: CodeStyle): string {
    const clean = cleaned(text).replace(NONCHARACTERS, '');
    const finder = new FormulaFinder(clean);
    const afterCode = code === 'backticks' ? codeSpans(clean) : undefined;
    let lifted = '';
    let from = 0;
    INTERESTING.lastIndex = 0;
    for (let match = INTERESTING.exec(clean); match !== null; match = INTERESTING.exec(clean)) {
      const at = match.index;
      const found = this.#found(clean, match[0], at, { finder, code, afterCode });
      if (found === undefined) continue;
      if (found.insertion !== undefined) {
        lifted += clean.slice(from, at) + this.#mark(found.insertion);
        from = found.end;
      }
      INTERESTING.lastIndex = found.end;
    }
    return lifted + clean.slice(from);
  }

  /** Text and insertions, in order. */
  parts(text: string): (string | Insertion)[] {
    if (!text.includes(OPEN)) return [text];
    return text.split(MARK).map((part, at) => (at % 2 === 0 ? part : (this.#all[Number(part)] ?? '')));
  }

  /** The text as it was before. */
  source(text: string): string {
    return this.parts(text)
      .map((part) => (typeof part === 'string' ? part : part.source))
      .join('');
  }

  #found(
    text: string,
    start: string,
    at: number,
    { finder, code, afterCode }: { finder: FormulaFinder; code: CodeStyle; afterCode: Map<number, number> | undefined },
  ): Found | undefined {
    if (start.startsWith('`')) return endAt(afterCode?.get(at));
    if (start === '@') return code === 'at-signs' ? endAt(stickyEnd(TEXTILE_CODE, text, at)) : undefined;
    if (this.#all.length >= MOST) return undefined;
    if (start.startsWith('http')) {
      const end = addressAt(text, at);
      return end === undefined ? undefined : { end, insertion: { kind: 'address', source: text.slice(at, end) } };
    }
    const formula = finder.at(start, at);
    if (formula === undefined || this.#formulas >= MOST_FORMULAS) return undefined;
    if (this.#tex + formula.tex.length > MOST_TEX) return undefined;
    this.#formulas += 1;
    this.#tex += formula.tex.length;
    return { end: at + formula.source.length, insertion: formula };
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

/** Where the code that begins at a run of backticks ends: at the next run of as many (CommonMark, 6.1). */
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
