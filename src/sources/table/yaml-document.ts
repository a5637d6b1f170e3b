import { type Document, isMap, isSeq, Lexer, LineCounter, parseDocument, visit } from 'yaml';
import { notParsed, type NotParsed } from '../file-failure.ts';

/** In characters: parsing this much takes seconds, and a hundred times the memory. */
const MAX_SIZE = 2 * 1024 * 1024;
/** Limited because resolving each searches the whole document. */
const MAX_ALIASES = 100;

/** A YAML 1.2 document, with maps as Map and scalars other than null as text. */
export type YamlDocument =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** Lines of the entries of the list or map at this path of keys and indices. */
      readonly linesOf: (path: readonly (string | number)[]) => readonly number[];
    }
  | NotParsed;

export function parseYaml(text: string): YamlDocument {
  if (text.length > MAX_SIZE) {
    return notParsed(
      'too-large',
      0,
      `It is larger than ${MAX_SIZE / 1024 / 1024} MiB.`,
      'Export it as JSON or CSV, or in parts.',
    );
  }
  const deep = lineTooDeep(text);
  if (deep !== undefined) {
    return notParsed('too-deep', deep, 'Its values are nested too deeply.', 'Check that it is the right file.');
  }
  const strict = parsed(text);
  const mended = strict.document.errors.length === 0 ? undefined : withIndentedQuotes(text);
  const lenient = mended === undefined ? strict : parsed(mended);
  const { document, counter } = lenient.document.errors.length === 0 ? lenient : strict;
  const [error] = document.errors;
  if (error !== undefined) {
    const { line } = error.linePos?.[0] ?? { line: 0 };
    const what = `Invalid YAML from here on (${error.code}).`;
    return notParsed('bad-yaml', line, what, 'Check indentation and quoting of the line, or export it again.');
  }
  if (hasManyAliases(document)) {
    const what = `It has more than ${MAX_ALIASES} aliases.`;
    return notParsed('too-many-aliases', 0, what, 'Write it without anchors and aliases.');
  }
  return valueOf(document, counter);
}

function parsed(text: string): { readonly document: Document; readonly counter: LineCounter } {
  const counter = new LineCounter();
  // Not checked for duplicate keys, which takes quadratic time: the last one wins.
  const document = parseDocument(text, {
    schema: 'failsafe',
    lineCounter: counter,
    uniqueKeys: false,
    logLevel: 'silent',
  });
  return { document, counter };
}

function hasManyAliases(document: Document): boolean {
  let count = 0;
  visit(document, {
    Alias: () => (++count > MAX_ALIASES ? visit.BREAK : undefined),
  });
  return count > MAX_ALIASES;
}

function valueOf(document: Document, counter: LineCounter): YamlDocument {
  visit(document, {
    Scalar: (where, scalar) => {
      if (where !== 'key' && scalar.type === 'PLAIN' && NULL.test(String(scalar.value))) scalar.value = null;
    },
  });
  try {
    const value: unknown = document.toJS({ mapAsMap: true, maxAliasCount: MAX_ALIASES });
    const linesOf = (path: readonly (string | number)[]): readonly number[] => {
      const list = path.length === 0 ? document.contents : document.getIn(path, true);
      const items = isMap(list) ? list.items.map(({ key }) => key) : isSeq(list) ? list.items : [];
      return items.map((item) => counter.linePos(beginOf(item)).line);
    };
    return { ok: true, value, linesOf };
  } catch (error) {
    // An alias without an anchor, or one that expands too far.
    if (!(error instanceof ReferenceError)) throw error;
    return notParsed(
      'bad-alias',
      0,
      'An alias has no anchor, or expands too far.',
      'Write it without anchors and aliases.',
    );
  }
}

/** Null in the core schema. */
const NULL = /^(?:null|Null|NULL|~|)$/;

function beginOf(item: unknown): number {
  if (typeof item !== 'object' || item === null || !('range' in item) || !Array.isArray(item.range)) return 0;
  const begin: unknown = item.range[0];
  return typeof begin === 'number' ? begin : 0;
}

/** Limits on the column of list entries and keys, and on nested brackets. */
const DEEPEST_COLUMN = 64;
const DEEPEST_BRACKET = 32;

/** Lexer tokens that are not in the text: start of a document or scalar, and errors. */
const MARK = /^[\u0002\u0018\u001f\ufeff]$/;

/**
 * First line that is nested too deeply, if any. The recursive parser would overflow the stack, which kills the
 * process if it happens while a regular expression is compiled; the lexer is not recursive.
 */
function lineTooDeep(text: string): number | undefined {
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

/** A value that begins with a quotation mark, after dashes and a key. */
const QUOTED = /^((\s*(?:- +)*)(?:[\w-][\w -]{0,60}: +)?)(["'])(?=.)/;
/** Beginning of another entry or member. */
const NEXT = /^\s*(?:- |[\w-]+:(?:\s|$))/;

/**
 * Indents the continuation lines of quoted values, as YAML requires and people forget. Line numbers stay the same.
 *
 * @returns undefined if a value does not end before what looks like the next entry or member
 */
function withIndentedQuotes(text: string): string | undefined {
  let margin = '';
  let mark: string | undefined;
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    if (mark === undefined) {
      const [, before = '', indent = '', quote] = QUOTED.exec(line) ?? [];
      const isOpen = quote !== undefined && !hasEnd(line.slice(before.length + 1), quote);
      mark = isOpen ? quote : undefined;
      margin = ' '.repeat(indent.length + 1);
      lines.push(line);
    } else {
      if (NEXT.test(line)) return undefined;
      lines.push(line.trim() === '' ? line : margin + line);
      if (hasEnd(line, mark)) mark = undefined;
    }
  }
  return mark === undefined ? lines.join('\n') : undefined;
}

/** Whether a quoted value ends in this text. Quotation marks within the value are escaped or doubled. */
function hasEnd(text: string, mark: string): boolean {
  return text.replace(mark === '"' ? /\\./g : /''/g, '').includes(mark);
}
