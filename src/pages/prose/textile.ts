import { linkTarget, withoutTail } from './address.ts';
import type { Insertions } from './insertions.ts';
import type { Mark } from './open-marks.ts';
import type { ProseWriter } from './prose-writer.ts';

/** `h2. `, `p(class). `, `bq.. `: the type of a block, and its style, which is ignored. */
const SIGNATURE =
  /^(h[1-6]|p|bq|bc|pre)(?:\([^()\n]{0,80}\)|\{[^{}\n]{0,80}\}|\[[^[\]\n]{0,20}\]|[<>=()]{1,4}){0,4}\.\.? +/;
const ITEM = /^([*#]{1,6}) +/;

/**
 * Writes the subset of Textile that abstracts use: headings, paragraphs, quotes, lists, code and phrases, in linear
 * time.
 */
export function writeTextile(text: string, insertions: Insertions, writer: ProseWriter): void {
  for (const block of insertions.lift(text, 'at-signs').split(/\n[^\S\n]*\n\s*/)) writeBlock(block, writer);
}

function writeBlock(block: string, writer: ProseWriter): void {
  const [signature, name = ''] = SIGNATURE.exec(block) ?? [''];
  const content = block.slice(signature.length);
  switch (name.charAt(0)) {
    case 'h':
      writer.heading(Number(name.slice(1)));
      writeTextileLine(content, writer);
      writer.endBlock();
      break;
    case 'b':
    case 'p':
      if (name === 'bc' || name === 'pre') writer.code(content);
      else if (name === 'bq') writeQuote(content, writer);
      else writeParagraph(content, writer);
      break;
    default:
      writeLists(block, writer);
  }
}

function writeQuote(content: string, writer: ProseWriter): void {
  writer.openQuote();
  writeParagraph(content, writer);
  writer.closeQuote();
}

function writeParagraph(content: string, writer: ProseWriter): void {
  writer.paragraph();
  writeTextileLine(content, writer);
  writer.endBlock();
}

/** Writes lines: those that begin with stars or hashes are list items, which include the lines that follow. */
function writeLists(block: string, writer: ProseWriter): void {
  const open: ('ul' | 'ol')[] = [];
  let lines: string[] = [];
  const flush = (): void => {
    if (lines.length > 0) writeTextileLine(lines.join('\n'), writer);
    lines = [];
  };
  for (const line of block.split('\n')) {
    const [signature, marks = ''] = ITEM.exec(line) ?? [''];
    if (marks !== '') {
      flush();
      writer.endBlock();
      level(open, Array.from(marks, kindOf), writer);
      writer.openItem();
    }
    lines.push(line.slice(signature.length));
  }
  flush();
  writer.endBlock();
  level(open, [], writer);
}

function kindOf(mark: string): 'ul' | 'ol' {
  return mark === '*' ? 'ul' : 'ol';
}

/** Closes and opens lists to match the markers of an item, outermost first. */
function level(open: ('ul' | 'ol')[], wanted: readonly ('ul' | 'ol')[], writer: ProseWriter): void {
  let same = 0;
  while (same < open.length && same < wanted.length && (open[same] === wanted[same] || same < wanted.length - 1))
    same += 1;
  for (let last = open.pop(); last !== undefined; last = open.pop()) {
    if (open.length < same) {
      open.push(last);
      break;
    }
    writer.closeList(last);
  }
  for (const kind of wanted.slice(same)) {
    writer.openList(kind);
    open.push(kind);
  }
}

const MARKS: Readonly<Record<string, Exclude<Mark, 'a'>>> = {
  '*': 'strong',
  '**': 'strong',
  _: 'em',
  __: 'em',
  '??': 'cite',
  '-': 'del',
  '+': 'ins',
  '^': 'sup',
  '~': 'sub',
};

/** Everything that may open or close a phrase, and tokens that are read whole. */
const TOKEN =
  /\n|@[^@\s](?:[^@\n]{0,200}[^@\s])?@|![<>=]?https?:\/\/[^\s!()]{1,500}(?:\([^()\n]{0,200}\))?!|\*\*|__|\?\?|[*_^~+-]|"/g;
const IMAGE = /^![<>=]?([^\s!()]+)(?:\(([^()]*)\))?!$/;
const LINK_END = /":((?:https?:\/\/|mailto:)[^\s<>"]{1,2000})/y;
const BEFORE = /^$|[\s([{"'“‘«¿¡*_?^~+\ufdd1-]/;
const AFTER = /^$|[\s)\]}"'”’».,;:!?*_^~+\ufdd0-]/;
const MAX_OPEN = 12;

type Piece =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'image'; readonly address: string; readonly shown: string }
  /** Plain text, unless a matching end is found. */
  | { kind: 'begin'; readonly token: string; mark?: Mark; href?: string }
  | { readonly kind: 'end'; readonly mark: Mark };

/** Writes the phrases of one block, keeping line breaks. */
function writeTextileLine(text: string, writer: ProseWriter): void {
  for (const piece of new Phrases(text).pieces()) writePiece(piece, writer);
}

function writePiece(piece: Piece, writer: ProseWriter): void {
  switch (piece.kind) {
    case 'text':
      writer.text(piece.text);
      break;
    case 'code':
      writer.openMark('code');
      writer.text(piece.text);
      writer.closeMark('code');
      break;
    case 'break':
      writer.break();
      break;
    case 'image':
      writer.image(piece.address, piece.shown);
      break;
    case 'begin':
      if (piece.mark === undefined) writer.text(piece.token);
      else if (piece.mark === 'a') writer.openLink(piece.href ?? '');
      else writer.openMark(piece.mark);
      break;
    case 'end':
      writer.closeMark(piece.mark);
  }
}

type Begin = Extract<Piece, { kind: 'begin' }>;

/** Parses phrases in one pass, with a bounded stack of possible openings. */
class Phrases {
  readonly #text: string;
  readonly #pieces: Piece[] = [];
  readonly #open: Begin[] = [];
  #from = 0;

  constructor(text: string) {
    this.#text = text;
  }

  pieces(): readonly Piece[] {
    const text = this.#text;
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
      const end = this.#token(match[0], match.index);
      TOKEN.lastIndex = end;
    }
    this.#textUpTo(text.length);
    return this.#pieces;
  }

  /** @returns the position to continue at */
  #token(token: string, at: number): number {
    const end = at + token.length;
    if (token === '\n') return this.#put({ kind: 'break' }, at, end);
    if (token.length > 2 && token.startsWith('@')) return this.#code(token, at, end);
    if (token.length > 2) return this.#image(token, at, end);
    return token === '"' ? this.#quotationMark(at, end) : this.#phrase(token, at, end);
  }

  #code(token: string, at: number, end: number): number {
    // Such as the `@` of an e-mail address.
    if (!this.#mayBegin(at, at + 1)) return at + 1;
    return this.#put({ kind: 'code', text: token.slice(1, -1) }, at, end);
  }

  #image(token: string, at: number, end: number): number {
    const [, address = '', shown = ''] = IMAGE.exec(token) ?? [];
    return this.#put({ kind: 'image', address, shown }, at, end);
  }

  #phrase(token: string, at: number, end: number): number {
    const mark = MARKS[token];
    if (mark === undefined) return end;
    const begin = this.#mayEnd(at, end) ? this.#open.findLastIndex((open) => open.token === token) : -1;
    if (begin >= 0) return this.#close(begin, { mark }, at, end);
    if (this.#mayBegin(at, end)) this.#begin(token, at, end);
    return end;
  }

  #quotationMark(at: number, end: number): number {
    LINK_END.lastIndex = at;
    const address = LINK_END.exec(this.#text)?.[1];
    const begin = address === undefined ? -1 : this.#open.findLastIndex((open) => open.token === '"');
    if (address !== undefined && begin >= 0) {
      const target = withoutTail(address);
      if (linkTarget(target) !== undefined)
        return this.#close(begin, { mark: 'a', href: target }, at, end + 1 + target.length);
    }
    if (this.#mayBegin(at, end)) this.#begin('"', at, end);
    return end;
  }

  #begin(token: string, at: number, end: number): void {
    const begin: Begin = { kind: 'begin', token };
    this.#put(begin, at, end);
    this.#open.push(begin);
    if (this.#open.length > MAX_OPEN) this.#open.shift();
  }

  /** Closes a phrase; unclosed openings within it become text. */
  #close(begin: number, { mark, href }: { mark: Mark; href?: string }, at: number, end: number): number {
    const [opened] = this.#open.splice(begin);
    if (opened !== undefined) {
      opened.mark = mark;
      if (href !== undefined) opened.href = href;
    }
    return this.#put({ kind: 'end', mark }, at, end);
  }

  #mayBegin(at: number, end: number): boolean {
    return BEFORE.test(this.#text.charAt(at - 1)) && /\S/.test(this.#text.charAt(end));
  }

  #mayEnd(at: number, end: number): boolean {
    return /\S/.test(this.#text.charAt(at - 1)) && AFTER.test(this.#text.charAt(end));
  }

  #put(piece: Piece, at: number, end: number): number {
    this.#textUpTo(at);
    this.#pieces.push(piece);
    this.#from = end;
    return end;
  }

  #textUpTo(end: number): void {
    if (end > this.#from) this.#pieces.push({ kind: 'text', text: this.#text.slice(this.#from, end) });
    this.#from = end;
  }
}
