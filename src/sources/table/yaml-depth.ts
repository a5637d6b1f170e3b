import { Lexer } from 'yaml';

/** Columns at which an entry of a list or a key may begin, and lists and maps in brackets within each other. */
const DEEPEST_COLUMN = 64;
const DEEPEST_BRACKET = 32;

/** What the lexer says besides the text itself: where documents and scalars begin, and where brackets end wrongly. */
const MARK = /^[\u0002\u0018\u001f\ufeff]$/;

/**
 * The first line on which values stand deeper in each other than anybody writes; undefined when none does. The parser is recursive and
 * would use up the stack, which ends the whole process when it happens while a regular expression is compiled; the lexer is not.
 */
export function lineTooDeep(text: string): number | undefined {
  const place = new Place();
  for (const token of new Lexer().lex(text)) {
    if (MARK.test(token)) continue;
    if (place.isTooDeep(token)) return place.line;
    place.pass(token);
  }
  return undefined;
}

/** Where the next token stands. */
class Place {
  line = 1;
  #column = 0;
  #brackets = 0;
  /** Where the line's first key or value begins. */
  #begin: number | undefined;

  isTooDeep(token: string): boolean {
    if (token === '[' || token === '{') return this.#brackets >= DEEPEST_BRACKET;
    if (token === ':' && this.#brackets === 0) return (this.#begin ?? this.#column) > DEEPEST_COLUMN;
    return isEntry(token) && this.#column > DEEPEST_COLUMN;
  }

  pass(token: string): void {
    if (token === '[' || token === '{') this.#brackets++;
    else if (token === ']' || token === '}') this.#brackets = Math.max(0, this.#brackets - 1);
    if (!isEntry(token) && token !== ':' && token.trim() !== '') this.#begin ??= this.#column;
    this.#column += token.length;
    const end = token.lastIndexOf('\n');
    if (end === -1) return;
    for (let next = token.indexOf('\n'); next !== -1; next = token.indexOf('\n', next + 1)) this.line++;
    this.#column = token.length - end - 1;
    this.#begin = undefined;
  }
}

function isEntry(token: string): boolean {
  return token === '-' || token === '?';
}
