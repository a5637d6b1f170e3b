import { Parser } from 'htmlparser2';
import type { Insertions } from './insertions.ts';
import { writePlain } from './plain.ts';
import type { Mark } from './open-marks.ts';
import type { ProseWriter } from './prose-writer.ts';

/** Elements whose content is not text. */
const WITHOUT_TEXT = new Set('script style template iframe object noframes noembed'.split(' '));

const MARKS: Readonly<Record<string, Exclude<Mark, 'a'>>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  dfn: 'em',
  var: 'em',
  cite: 'cite',
  s: 'del',
  strike: 'del',
  del: 'del',
  ins: 'ins',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
};

/** Other block elements, which end the block before them. */
const BLOCKS = new Set(
  (
    'div section article aside header footer main nav address center figure figcaption form fieldset legend ' +
    'details summary table caption thead tbody tfoot tr dl dt dd'
  ).split(' '),
);

type Attributes = Readonly<Record<string, string>>;

const OPENED: Readonly<Record<string, (writer: ProseWriter, attributes: Attributes) => void>> = {
  a: (writer, { href = '' }) => {
    // As in browsers, a link within a link closes it.
    writer.closeMark('a');
    writer.openLink(href);
  },
  p: (writer) => writer.paragraph(),
  br: (writer) => writer.break(),
  hr: (writer) => writer.rule(),
  ul: (writer) => writer.openList('ul'),
  ol: (writer) => writer.openList('ol'),
  li: (writer) => writer.openItem(),
  blockquote: (writer) => writer.openQuote(),
  q: (writer) => writer.text('“'),
  td: (writer) => writer.separate(),
  th: (writer) => writer.separate(),
  h1: (writer) => writer.heading(1),
  h2: (writer) => writer.heading(2),
  h3: (writer) => writer.heading(3),
  h4: (writer) => writer.heading(4),
  h5: (writer) => writer.heading(5),
  h6: (writer) => writer.heading(6),
};

const CLOSED: Readonly<Record<string, (writer: ProseWriter) => void>> = {
  a: (writer) => writer.closeMark('a'),
  ul: (writer) => writer.closeList('ul'),
  ol: (writer) => writer.closeList('ol'),
  li: (writer) => writer.closeItem(),
  blockquote: (writer) => writer.closeQuote(),
  q: (writer) => writer.text('”'),
  ...Object.fromEntries(
    ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, (writer: ProseWriter) => writer.endBlock()]),
  ),
};

const BLOCK_MARKUP = /<(?:p|br|div|tr|li)\b/i;

/**
 * Parses HTML as browsers do, and writes it with the few elements that prose may have. Other elements are replaced by
 * their text. No attributes are kept but the targets of links.
 */
export function writeHtml(text: string, insertions: Insertions, writer: ProseWriter): void {
  const reader = new Reader(insertions, writer, BLOCK_MARKUP.test(text));
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      onclosetag: (name) => reader.close(name),
      ontext: (part) => reader.text(part),
    },
    { decodeEntities: true, recognizeSelfClosing: false },
  );
  parser.end(text);
  reader.end();
}

class Reader {
  readonly #insertions: Insertions;
  readonly #writer: ProseWriter;
  /** Whether tags mark the ends of lines; line feeds are then spaces, as usual in HTML. */
  readonly #hasBlocks: boolean;
  /** Text so far: the parser reports it in pieces. */
  #text = '';
  /** The element whose content is skipped, and its nesting depth. */
  #skipped = '';
  #skippedDepth = 0;
  #isCode = false;

  constructor(insertions: Insertions, writer: ProseWriter, hasBlocks: boolean) {
    this.#insertions = insertions;
    this.#writer = writer;
    this.#hasBlocks = hasBlocks;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#skipped !== '') {
      if (name === this.#skipped) this.#skippedDepth += 1;
      return;
    }
    this.#flush();
    if (WITHOUT_TEXT.has(name)) {
      this.#skipped = name;
      this.#skippedDepth = 1;
    } else this.#opened(name, attributes);
  }

  close(name: string): void {
    if (this.#skipped !== '') {
      if (name !== this.#skipped) return;
      this.#skippedDepth -= 1;
      if (this.#skippedDepth === 0) this.#skipped = '';
      return;
    }
    this.#flush();
    this.#closed(name);
  }

  text(part: string): void {
    if (this.#skipped === '') this.#text += part;
  }

  end(): void {
    this.#flush();
  }

  #opened(name: string, attributes: Attributes): void {
    const mark = MARKS[name];
    if (mark !== undefined) this.#writer.openMark(mark);
    else if (name === 'img')
      this.#writer.image(attributes.src ?? '', this.#insertions.lift(attributes.alt ?? '', 'none'));
    else if (name === 'pre') this.#isCode = true;
    else if (BLOCKS.has(name)) this.#writer.endBlock();
    else OPENED[name]?.(this.#writer, attributes);
  }

  #closed(name: string): void {
    const mark = MARKS[name];
    if (mark !== undefined) this.#writer.closeMark(mark);
    else if (name === 'pre') this.#isCode = false;
    else if (BLOCKS.has(name)) this.#writer.endBlock();
    else CLOSED[name]?.(this.#writer);
  }

  #flush(): void {
    const text = this.#text;
    this.#text = '';
    if (text === '') return;
    if (this.#isCode) this.#writer.code(text);
    else if (this.#hasBlocks) this.#writer.text(this.#insertions.lift(text, 'none').replace(/\s+/g, ' '));
    else writePlain(text, this.#insertions, this.#writer);
  }
}
