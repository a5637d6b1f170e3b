const BLANK = /[ \t\n\r]*/y;
/** Matches a string in parts, because the regular-expression engine uses memory for each character. */
const CHARACTERS = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){1,4096}/y;
const QUOTE = /"/y;

/** Tokens of RFC 8259. */
const OPEN = /[[{]/y;
const WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const COLON = /:/y;
const COMMA = /,/y;
const CLOSE = { '[': /\]/y, '{': /\}/y } as const;

type Bracket = keyof typeof CLOSE;

/** Column, from 1, of the first unexpected character in text that JSON.parse rejects. */
export function columnOfSyntaxError(text: string): number {
  const tokens = new Tokens(text);
  const open: Bracket[] = [];
  let mayClose = false;
  for (;;) {
    const inside = open.at(-1);
    if (inside !== undefined && mayClose && tokens.take(CLOSE[inside]) !== undefined) {
      open.pop();
    } else {
      if (inside === '{' && !tokens.takeName()) break;
      const bracket = tokens.take(OPEN);
      if (bracket === '[' || bracket === '{') {
        open.push(bracket);
        mayClose = true;
        continue;
      }
      if (tokens.take(WORD) === undefined && !tokens.takeString()) break;
    }
    mayClose = tokens.take(COMMA) === undefined;
    if (mayClose && !tokens.couldClose(open)) break;
  }
  return tokens.column;
}

class Tokens {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#match(BLANK);
  }

  get column(): number {
    return this.#at + 1;
  }

  /** Consumes the token, if it is next, and the whitespace after it. */
  take(token: RegExp): string | undefined {
    const found = this.#match(token);
    if (found !== undefined) this.#match(BLANK);
    return found;
  }

  takeName(): boolean {
    return this.takeString() && this.take(COLON) !== undefined;
  }

  takeString(): boolean {
    const begin = this.#at;
    if (this.#match(QUOTE) === undefined) return false;
    while (this.#match(CHARACTERS) !== undefined);
    if (this.take(QUOTE) !== undefined) return true;
    this.#at = begin;
    return false;
  }

  couldClose(open: readonly Bracket[]): boolean {
    const inside = open.at(-1);
    if (inside === undefined) return false;
    CLOSE[inside].lastIndex = this.#at;
    return CLOSE[inside].test(this.#text);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }
}
