/** The combining character of each of TeX's accents. */
const COMBINING: Readonly<Record<string, string>> = {
  "'": '\u0301',
  '`': '\u0300',
  '^': '\u0302',
  '"': '\u0308',
  '~': '\u0303',
  '=': '\u0304',
  '.': '\u0307',
  H: '\u030b',
  c: '\u0327',
  v: '\u030c',
  u: '\u0306',
  k: '\u0328',
  r: '\u030a',
  d: '\u0323',
  b: '\u0331',
};

/** TeX's commands for letters. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ss: 'ß', o: 'ø', O: 'Ø', l: 'ł', L: 'Ł', ae: 'æ', AE: 'Æ', oe: 'œ', OE: 'Œ', aa: 'å', AA: 'Å' },
  ...{ i: 'ı', j: 'ȷ', dh: 'ð', DH: 'Ð', th: 'þ', TH: 'Þ', dj: 'đ', DJ: 'Đ', ng: 'ŋ', NG: 'Ŋ' },
};

/** An accent and its letter, `\'{e}`, `\H o`, `\"\i`; `\'e` is never written with a space. */
const ACCENT =
  /\\(?:(['`^"~=.])|([Hcvukrdb])(?![A-Za-z]))(?: ?\{ ?(\\?[A-Za-z]) ?\}|(\\[ij](?![A-Za-z]) ?| ?[A-Za-z]))/y;
/** A command for a letter. */
const LETTER = /\\([A-Za-z]{1,2})(?![A-Za-z])(\{\}|\\ )?/y;

/**
 * Letters that may be accented without braces, since some language has them; others look too much like something else.
 */
const BARE: Readonly<Record<string, string>> = {
  "'": 'aeiouycnszlrAEIOUYCNSZLR',
  '`': 'aeiouAEIOU',
  '^': 'aeiouwyAEIOU',
  '"': 'aeiouyAEIOU',
  '~': 'naoNAO',
  '.': 'zZI',
  H: 'ouOU',
  c: 'cstCST',
  v: 'cszrendtgCSZRENDTG',
  u: 'gaGA',
  k: 'aeAE',
};

/** Letters whose commands may be written without braces after a letter, and before the rest of a word. */
const WITHIN_WORD = 'ßøłæœå';
const BEFORE_WORD = 'ØŁÆŒÅæœå';
const WORD_END = /^(?:$|[\s,;!?)’'-]|[.:](?!\w))/;

/** Signs that a backslash before such a character is an escape, as in `\"quoted\"` and `it\'s`. */
const ESCAPES: Readonly<Record<string, RegExp>> = {
  '"': /\\"(?! ?\{|[aeiouyAEIOU]|\\[ij])/,
  "'": /\\'(?! ?\{|[a-zA-Z]|\\[ij])|(?<=[A-Za-z]\\')(?:s|t|m|d|re|ve|ll)(?![A-Za-z])|\\'[bdfhjqtvx]/,
  '`': /\\`(?! ?\{|[aeiouAEIOU]|\\[ij])/,
};
const APOSTROPHE = /\\'(?=[a-zA-Z])/g;
/** What stands before an apostrophe for an elision in French and Italian: `l\'eau`, `dell\'arte`. */
const ELIDED = /(?<![A-Za-z])(?:[cdjlmnst]|[a-z]{0,5}qu|(?:d[ae]|ne|su|a)?ll|un|quest)$/;
const LONGEST_ELIDED = 8;

/** The rest of `.zip`, `.zsh` and `.zst`. */
const EXTENSION = /^(?:ip|sh|st)/;
const ANY_LETTER = /\p{L}/u;
const CAPITAL = /\p{Lu}/u;

interface Accented {
  readonly end: number;
  readonly text: string;
}

/** Where an accent or a letter command may begin. */
const BEGINNING = /\\|\{(?=\\)/g;

/** Resolves TeX's accents and letters: `Erd\H{o}s` becomes `Erdős`. All else stays as it is. */
export function withAccents(text: string): string {
  if (!text.includes('\\')) return text;
  const reader = new AccentReader(text);
  let read = '';
  let done = 0;
  for (const { index } of text.matchAll(BEGINNING)) {
    const letter = index < done ? undefined : reader.at(index);
    if (letter === undefined) continue;
    read += text.slice(done, index) + letter.text;
    done = letter.end;
  }
  return read + text.slice(done);
}

/** Resolves TeX's accents and letters, `\"o`, `\c{c}`, `\ss`, unless they are escapes or parts of paths. */
export class AccentReader {
  readonly #text: string;
  readonly #escaped = new Map<string, boolean>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The letter that begins with the backslash or the brace at `at`. */
  at(at: number): Accented | undefined {
    if (this.#text.charAt(at) !== '{') return this.#accent(at, false) ?? this.#letter(at, false);
    const inner = this.#accent(at + 1, true) ?? this.#letter(at + 1, true);
    return inner !== undefined && this.#text.charAt(inner.end) === '}' ? { ...inner, end: inner.end + 1 } : undefined;
  }

  #accent(at: number, isGroup: boolean): Accented | undefined {
    ACCENT.lastIndex = at;
    const match = ACCENT.exec(this.#text);
    if (match === null) return undefined;
    const [whole, mark, name = '', braced, bare = ''] = match;
    const accent = mark ?? name;
    const end = at + whole.length;
    const text = accented(accent, braced ?? bare);
    const isSure = braced !== undefined || isGroup;
    return text !== undefined && (isSure || this.#mayBeBare(accent, bare, at, end)) ? { end, text } : undefined;
  }

  #mayBeBare(accent: string, bare: string, at: number, end: number): boolean {
    const isSpaced = bare.startsWith(' ');
    if (isSpaced !== ANY_LETTER.test(accent)) return false;
    if (this.#isEscape(accent)) return false;
    const base = bare.trim();
    if (base.startsWith('\\')) return true;
    if (BARE[accent]?.includes(base) !== true) return false;
    if (accent === '.' && EXTENSION.test(this.#text.slice(end, end + 2))) return false;
    if (ANY_LETTER.test(this.#text.charAt(at - 1))) return !isSpaced || isWordGoingOn(this.#text, end);
    return this.#mayBeginWord(accent, base, end);
  }

  /** `\'etale`, `\`a la`, `\v Cech`. */
  #mayBeginWord(accent: string, base: string, end: number): boolean {
    const next = this.#text.charAt(end);
    if (!ANY_LETTER.test(next) && next !== '\\') return accent + base === '`a';
    return CAPITAL.test(base) || /['"`]/.test(accent);
  }

  #isEscape(accent: string): boolean {
    let known = this.#escaped.get(accent);
    if (known === undefined) {
      known = ESCAPES[accent]?.test(this.#text) === true || (accent === "'" && this.#isElided());
      this.#escaped.set(accent, known);
    }
    return known;
  }

  /** Whether each apostrophe with a backslash stands where a language elides a vowel. */
  #isElided(): boolean {
    const all = [...this.#text.matchAll(APOSTROPHE)];
    return all.every(({ index }) => ELIDED.test(this.#text.slice(Math.max(0, index - LONGEST_ELIDED), index)));
  }

  #letter(at: number, isGroup: boolean): Accented | undefined {
    LETTER.lastIndex = at;
    const match = LETTER.exec(this.#text);
    if (match === null) return undefined;
    const [whole, name = '', ended] = match;
    const text = LETTERS[name];
    if (text === undefined) return undefined;
    const end = at + whole.length;
    if (isGroup || ended === '{}') return { end, text };
    if (ended !== undefined) return { end, text: `${text} ` };
    return this.#bareLetter(text, at, end);
  }

  /** `Stra\ss e`, `\L ukasz`, `Wei\ss,`: within a word, or a capital before one. */
  #bareLetter(text: string, at: number, end: number): Accented | undefined {
    const isWithin = ANY_LETTER.test(this.#text.charAt(at - 1));
    if (!(isWithin ? WITHIN_WORD : BEFORE_WORD).includes(text)) return undefined;
    const next = this.#text.slice(end, end + 2);
    if (/^ \p{Ll}/u.test(next)) return { end: end + 1, text };
    return next.startsWith('\\') || (isWithin && WORD_END.test(next)) ? { end, text } : undefined;
  }
}

function isWordGoingOn(text: string, end: number): boolean {
  return /^$|[\p{L}\s,.;:!?)'’{\\-]/u.test(text.charAt(end));
}

/** A letter with an accent, if Unicode has it as one character. */
function accented(accent: string, letter: string): string | undefined {
  const base = letter.trim().replace('\\', '');
  if (letter.includes('\\') && base !== 'i' && base !== 'j') return undefined;
  const composed = `${base}${COMBINING[accent] ?? ''}`.normalize('NFC');
  return composed.length === 1 ? composed : undefined;
}
