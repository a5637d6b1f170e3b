import { Lexer } from 'yaml';

/** Limits on the column of list entries and keys, and on nested brackets. */
const DEEPEST_COLUMN = 64;
const DEEPEST_BRACKET = 32;

/** Lexer tokens that are not in the text: start of a document or scalar, and errors. */
const MARK = /^[\u0002\u0018\u001f\ufeff]$/;

/**
 * First line that is nested too deeply, if any. The recursive parser would overflow the stack, which kills the
 * process if it happens while a regular expression is compiled; the lexer is not recursive.
 */
export function lineTooDeep(text: string): number | undefined {
  const position = new TokenPosition();
  for (const token of new Lexer().lex(text)) {
    if (MARK.test(token)) continue;
    if (position.isTooDeep(token)) return position.line;
    position.pass(token);
  }
  return undefined;
}

/** Position of the next token. */
class TokenPosition {
  line = 1;
  #column = 0;
  #brackets = 0;
  /** Column of the line's first key or value. */
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
