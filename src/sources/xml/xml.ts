import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { shownValue } from '#catalogue/shown-value.ts';
import { FileFailure } from '../file-failure.ts';
import type { SourceProblem } from '../source-format.ts';
import { windows1252 } from '../text-decoding.ts';
import type { XmlElement } from './xml-element.ts';

/** Which elements are containers, and which are items. */
export interface XmlShape {
  /** Possible root elements. */
  readonly roots: readonly string[];
  /** Elements with any number of children: each child of one is an item, unless it is a container itself. */
  readonly containers: ReadonlySet<string>;
}

export interface XmlItem {
  readonly element: XmlElement;
  /** Its containers, outermost first, without their content. */
  readonly within: readonly XmlElement[];
}

/** Part of a document. */
interface XmlBatch {
  readonly items: readonly XmlItem[];
  /** One for each item that is left out because it is too large. */
  readonly problems: readonly SourceProblem[];
  /** Why nothing more can be read; this batch is the last. */
  readonly failure?: SourceProblem;
}

/**
 * Reads an XML document (XML 1.0, Namespaces 1.0) one item at a time, holding no more than one. The document must be
 * well-formed. Document types are refused, so no entities are defined, and nothing is ever fetched.
 */
export async function* xmlBatches(chunks: AsyncIterable<Buffer>, shape: XmlShape): AsyncGenerator<XmlBatch> {
  const document = new XmlDocument(shape);
  try {
    for await (const text of xmlText(chunks)) {
      document.push(text);
      yield document.take();
      if (document.hasFailed) return;
    }
    document.end();
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error;
    document.fail(undecodable(error, document.line));
  }
  yield document.take();
}

/** Limit on an item, and on any single token, in characters. */
const MAX_SIZE = 8 * 1024 * 1024;
/** Overhead of an element, in characters. */
const ELEMENT = 100;
const MAX_ATTRIBUTES = 1000;
const DEEPEST = 64;

class XmlDocument {
  readonly #shape: XmlShape;
  readonly #parser = new SaxesParser({ xmlns: true });
  /** Open containers. */
  #within: readonly XmlElement[] = [];
  /** Open elements of the current item, outermost first. */
  #open: OpenElement[] = [];
  /** Size of the current item, in characters. */
  #size = 0;
  #tagLine = 0;
  #attributes = 0;
  /** Characters since the last event of the parser: a long text, comment or name. */
  #untold = 0;
  /** Line of that event. */
  #toldLine = 1;
  #hasRoot = false;
  #items: XmlItem[] = [];
  #problems: SourceProblem[] = [];
  #failure: SourceProblem | undefined;

  constructor(shape: XmlShape) {
    this.#shape = shape;
    const parser = this.#parser;
    parser.on('error', (error) => this.#stop(malformed(error.message, parser.line, this.#toldLine)));
    parser.on('doctype', () => this.#stop(documentType(parser.line)));
    parser.on('opentagstart', () => {
      // The parser is on the next line already when a name ends with a line break.
      this.#tagLine = parser.columnIndex === 0 ? parser.line - 1 : parser.line;
      this.#attributes = 0;
    });
    parser.on('attribute', () => this.#attribute());
    parser.on('opentag', (tag) => this.#begin(tag));
    parser.on('text', (text) => this.#text(text));
    parser.on('cdata', (text) => this.#text(text));
    parser.on('closetag', () => this.#end());
    parser.on('comment', () => this.#told());
    parser.on('processinginstruction', () => this.#told());
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  get line(): number {
    return this.#parser.line;
  }

  push(text: string): void {
    this.#untold += text.length;
    this.#guarded(() => this.#parser.write(text));
    if (this.#untold <= MAX_SIZE) return;
    const what = `A text or tag that ends on or after this line exceeds ${MAX_SIZE / 1024 / 1024} MiB.`;
    this.fail({ code: 'too-large', where: '', what, hint: 'Check that it is the right file.', line: this.line });
  }

  end(): void {
    this.#guarded(() => this.#parser.close());
  }

  fail(problem: SourceProblem): void {
    this.#failure ??= problem;
  }

  /** Everything read since the last call. */
  take(): XmlBatch {
    const batch = { items: this.#items, problems: this.#problems };
    this.#items = [];
    this.#problems = [];
    return this.#failure === undefined ? batch : { ...batch, failure: this.#failure };
  }

  #guarded(parse: () => void): void {
    if (this.hasFailed) return;
    try {
      parse();
    } catch (error) {
      if (!(error instanceof FileFailure)) throw error;
      this.fail(error.problem);
    }
  }

  #stop(problem: SourceProblem): never {
    throw new FileFailure(problem);
  }

  #told(): void {
    this.#untold = 0;
    this.#toldLine = this.line;
  }

  #attribute(): void {
    this.#told();
    if (++this.#attributes <= MAX_ATTRIBUTES) return;
    const what = `An element has more than ${MAX_ATTRIBUTES} attributes.`;
    this.#stop({ code: 'too-large', where: '', what, hint: 'Check that it is the right file.', line: this.line });
  }

  #begin(tag: SaxesTagNS): void {
    this.#told();
    const line = this.#tagLine;
    if (!this.#hasRoot) this.#root(tag.local, line);
    if (this.#within.length + this.#open.length >= DEEPEST) {
      const what = `Elements are nested more than ${DEEPEST} levels deep.`;
      this.#stop({ code: 'too-deep', where: '', what, hint: 'Check that it is the right file.', line });
    }
    const element = openElement(tag, line);
    if (this.#open.length === 0 && this.#shape.containers.has(tag.local)) {
      this.#within = [...this.#within, element];
      return;
    }
    if (this.#open.length === 0) this.#size = 0;
    this.#size += ELEMENT + tag.name.length;
    for (const [name, value] of element.attributes) this.#size += name.length + value.length;
    if (this.#size <= MAX_SIZE) this.#open.at(-1)?.content.push(element);
    this.#open.push(element);
  }

  #root(name: string, line: number): void {
    this.#hasRoot = true;
    const { roots } = this.#shape;
    if (roots.includes(name)) return;
    const expected = roots.map((root) => `<${root}>`).join(' or ');
    const what = `The root element is ${shownValue(name)}, not ${expected}.`;
    this.#stop({ code: 'other-format', where: '', what, hint: 'Set the format with --from.', line });
  }

  #text(text: string): void {
    this.#told();
    this.#size += text.length;
    if (this.#size <= MAX_SIZE) this.#open.at(-1)?.content.push(text);
  }

  #end(): void {
    this.#told();
    const element = this.#open.pop();
    if (element === undefined) {
      this.#within = this.#within.slice(0, -1);
    } else if (this.#open.length === 0) {
      if (this.#size <= MAX_SIZE) this.#items.push({ element, within: this.#within });
      else this.#problems.push(tooLarge(element));
    }
  }
}

interface OpenElement extends XmlElement {
  readonly content: (XmlElement | string)[];
}

function openElement(tag: SaxesTagNS, line: number): OpenElement {
  const attributes = new Map<string, string>();
  for (const [name, { value, prefix, local }] of Object.entries(tag.attributes)) {
    if (prefix !== 'xmlns' && local !== 'xmlns') attributes.set(name, value);
  }
  return { name: tag.local, namespace: tag.uri, line, attributes, content: [] };
}

function tooLarge({ name, line }: XmlElement): SourceProblem {
  const what = `The element ${shownValue(name)} is larger than ${MAX_SIZE / 1024 / 1024} MiB.`;
  return { code: 'too-large', where: name, what, hint: 'Shorten its text.', line };
}

function documentType(line: number): SourceProblem {
  return {
    code: 'document-type',
    where: '',
    what: 'It has a document type (<!DOCTYPE …>), which Lectern refuses because it can expand without end or read other files.',
    hint: 'If this is a web page, use the address of the data; otherwise remove the document type.',
    line,
  };
}

/**
 * @param message from saxes: `3:14: unmatched closing tag: b.` @param begin line where the current text or tag begins
 */
function malformed(message: string, line: number, begin: number): SourceProblem {
  const said = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
  const [kind = '', ...value] = said.split(': ');
  const isCut = kind === 'unclosed tag' || kind === 'unexpected end';
  if (isCut || kind === 'document must contain a root element') {
    const what = isCut ? 'The XML is truncated.' : 'It contains no XML.';
    return { code: 'cut-short', where: '', what, hint: 'Copy or download it again completely.', line };
  }
  // saxes takes everything up to the next semicolon as the name of an entity.
  if (kind.endsWith('entity name')) {
    const what = 'The XML is not well-formed: the text that begins here contains an unescaped &.';
    return { code: 'bad-xml', where: '', what, hint: 'Write it as &amp; at its source.', line: begin };
  }
  const found = value.length === 0 ? '' : `: ${shownValue(value.join(': ').replaceAll('"', ''))}`;
  const what = `The XML is not well-formed: ${kind}${found}.`;
  return { code: 'bad-xml', where: '', what, hint: 'Fix it at its source.', line };
}

function undecodable({ encoding, isKnown, lines }: Undecodable, line: number): SourceProblem {
  const name = shownValue(encoding.slice(0, 40));
  if (!isKnown) {
    const what = `Unknown encoding ${name}.`;
    return { code: 'unknown-encoding', where: '', what, hint: 'Save it as UTF-8.', line: 1 };
  }
  return {
    code: 'bad-encoding',
    where: '',
    what: `This line is not valid ${name}, the encoding of the file.`,
    hint: 'Save it as UTF-8, or declare its actual encoding in the XML declaration.',
    line: line + lines,
  };
}

/** Thrown for bytes that are invalid in the declared encoding, or for an unknown encoding. */
class Undecodable extends Error {
  override readonly name = 'Undecodable';
  readonly encoding: string;
  readonly isKnown: boolean;
  /** Complete lines between the text so far and the invalid bytes. */
  readonly lines: number;

  constructor(encoding: string, isKnown: boolean, lines: number) {
    super(encoding);
    this.encoding = encoding;
    this.isKnown = isKnown;
    this.lines = lines;
  }
}

/**
 * Decodes an XML document by its byte order mark or else its declaration; without either it is UTF-8 (XML 1.0, 4.3.3
 * and F). Invalid bytes are an error, not replaced.
 *
 * @throws Undecodable
 */
async function* xmlText(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let head: Buffer = Buffer.alloc(0);
  let decode: Decode | undefined;
  for await (const chunk of chunks) {
    if (decode === undefined) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      if (!saysEncoding(head)) continue;
      decode = decoderOf(head);
      yield* slices(decode, head);
    } else {
      yield* slices(decode, chunk);
    }
  }
  if (decode === undefined) {
    decode = decoderOf(head);
    yield* slices(decode, head);
  }
  yield decode(Buffer.alloc(0), true);
}

/** Bytes to decode at a time, to bound the text in memory. */
const SLICE = 65_536;

function* slices(decode: Decode, bytes: Buffer): Generator<string> {
  for (let at = 0; at < bytes.length; at += SLICE) yield decode(bytes.subarray(at, at + SLICE), false);
}

/** Decodes these bytes, preceded by an incomplete character of the last call. @throws Undecodable */
type Decode = (bytes: Buffer, isEnd: boolean) => string;

/** Bytes within which the declaration must end. */
const LONGEST_DECLARATION = 1024;

function saysEncoding(head: Buffer): boolean {
  if (head.length >= LONGEST_DECLARATION || head.includes('?>')) return true;
  return head.length >= BEGIN.length && !head.subarray(0, BEGIN.length).equals(BEGIN);
}

const BEGIN = Buffer.from('<?xml');

function decoderOf(head: Buffer): Decode {
  const encoding = markedEncoding(head) ?? declaredEncoding(head) ?? 'utf-8';
  if (ONE_BYTE.test(encoding)) return (bytes) => windows1252(bytes);
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new Undecodable(encoding, false, 0);
  }
  return (bytes, isEnd) => {
    try {
      return decoder.decode(bytes, { stream: !isEnd });
    } catch {
      throw new Undecodable(encoding, true, linesBeforeBad(bytes));
    }
  };
}

/** In practice, all of these are Windows-1252 (WHATWG Encoding, 4.2). */
const ONE_BYTE = /^(?:iso-?8859-1|latin-?1|l1|(?:us-)?ascii|windows-1252|cp-?1252)$/i;

/** Encoding told by a byte order mark, or by the NULs at the beginning of UTF-16. */
function markedEncoding(head: Buffer): string | undefined {
  const first = head.toString('hex', 0, 4);
  if (first === '0000feff' || first === 'fffe0000' || first === '0000003c' || first === '3c000000') return 'utf-32';
  if (first.startsWith('efbbbf')) return 'utf-8';
  if (first.startsWith('fffe') || first.startsWith('3c00')) return 'utf-16le';
  if (first.startsWith('feff') || first.startsWith('003c')) return 'utf-16be';
  return undefined;
}

function declaredEncoding(head: Buffer): string | undefined {
  const text = head.toString('latin1', 0, LONGEST_DECLARATION);
  const name = /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'>]*)["']/.exec(text)?.[1];
  // A declaration that is readable as ASCII is not UTF-16, whatever it says.
  return name === undefined || /^utf-?16/i.test(name) ? undefined : name;
}

function linesBeforeBad(bytes: Buffer): number {
  let lines = 0;
  for (let at = 0; at < bytes.length; lines++) {
    const end = bytes.indexOf(NEWLINE, at);
    // The first line may begin within a character, and the last may end within one.
    const begin = lines > 0 ? at : firstWhole(bytes);
    if (end === -1 || !isUtf8(bytes.subarray(begin, end))) return lines;
    at = end + 1;
  }
  return lines;
}

const NEWLINE = 10;

function firstWhole(bytes: Buffer): number {
  let at = 0;
  while (at < 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at++;
  return at;
}
