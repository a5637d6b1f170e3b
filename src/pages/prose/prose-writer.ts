import { cleaned } from '#representations/feeds/feed-text.ts';
import { escapedXml } from '#representations/json/xml-text.ts';
import { linkTarget } from './address.ts';
import { type Insertion, insertionHtml, type Insertions, insertionText } from './insertions.ts';
import { type Mark, OpenMarks } from './open-marks.ts';
import type { TexMark } from './tex-text.ts';

const DEEPEST = 8;
const VISIBLE = /[^\s\p{Cf}\p{Z}\u115f\u1160\u3164\u2800\ufdd0\ufdd1]/u;
const MARKED = /[\ufdd0\ufdd1]/;
const INSERTION_MARKS = /[\ufdd0\ufdd1]/g;

/**
 * Writes prose as HTML. Whatever the calls and their order, the result is valid and well-formed, with a few elements
 * and no attributes but `dir`, `start`, `tabindex`, and those of links. Elements are opened only once there is text for
 * them, so that none are empty; nesting is limited.
 */
export class ProseWriter {
  readonly #insertions: Insertions;
  readonly #levels: HeadingLevels;
  readonly #summary: Summary;
  readonly #containers: OpenContainer[] = [];
  readonly #marks = new OpenMarks();
  #leaf: Leaf | undefined;
  #breaks = 0;
  #html = '';
  /** Number of elements that were nested too deeply, by name; their closing is ignored, too. */
  readonly #ignored = new Map<string, number>();

  /**
   * @param topLevel the level of the first headings: one below the heading above the text
   * @param longestSummary how many characters of the text the summary needs to have
   */
  constructor(insertions: Insertions, topLevel: number, longestSummary?: number) {
    this.#insertions = insertions;
    this.#levels = new HeadingLevels(topLevel);
    this.#summary = new Summary(longestSummary);
  }

  /** Closes all elements and returns what was written. */
  end(): { readonly html: string; readonly summary: string } {
    this.#endLeaf();
    while (this.#containers.length > 0) this.#popContainer();
    return { html: this.#html, summary: this.#summary.text };
  }

  /** Starts a paragraph; without it, text starts its own. */
  paragraph(): void {
    this.#begin('p');
  }

  /** @param level in the source, from 1 */
  heading(level: number): void {
    this.#begin(level);
  }

  /** Code, line by line; lasts until the next block. */
  code(text: string): void {
    const source = this.#insertions.source(cleaned(text)).replace(/^\n|\n$/g, '');
    if (!VISIBLE.test(source)) return;
    this.#begin('pre');
    this.#write(escapedXml(source), true);
    this.#endLeaf();
  }

  rule(): void {
    this.#endLeaf();
    const top = this.#containers.at(-1);
    if (this.#html === '' || (top !== undefined && (top.name === 'ul' || top.name === 'ol' || !top.isWritten))) return;
    this.#html += '<hr/>';
  }

  endBlock(): void {
    this.#endLeaf();
  }

  openQuote(): void {
    this.#open('blockquote');
  }

  closeQuote(): void {
    this.#close('blockquote');
  }

  openList(name: 'ul' | 'ol', start = 1): void {
    this.#open(name, start);
  }

  closeList(name: 'ul' | 'ol'): void {
    this.#close(name);
  }

  openItem(): void {
    this.#endLeaf();
    const list = this.#containers.findLastIndex(({ name }) => name === 'ul' || name === 'ol');
    if (list >= 0) while (this.#containers.length > list + 1) this.#popContainer();
    this.#open('li');
  }

  closeItem(): void {
    this.#close('li');
  }

  openMark(mark: Exclude<Mark, 'a'>): void {
    if (!this.#marks.open({ mark, href: '' })) this.#ignore(mark);
  }

  /** Links the text up to `closeMark('a')`, if the address is safe. */
  openLink(address: string): void {
    const href = linkTarget(address.replace(INSERTION_MARKS, ''));
    if (href === undefined || !this.#marks.open({ mark: 'a', href })) this.#ignore('a');
  }

  closeMark(mark: Mark): void {
    if (!this.#wasIgnored(mark)) this.#html += this.#marks.close(mark);
  }

  /** Images are not loaded but linked, by their alternative text. */
  image(address: string, shown: string): void {
    const isLinked = this.#marks.has('a');
    if (!isLinked) this.openLink(address);
    this.text(VISIBLE.test(shown) ? shown : address.replace(INSERTION_MARKS, ''));
    if (!isLinked) this.closeMark('a');
  }

  /** Separates two cells of a row. */
  separate(): void {
    if (this.#leaf?.isWritten === true) this.text(' · ');
  }

  /** A line break. Two make a paragraph. */
  break(): void {
    if (this.#leaf?.isWritten !== true) return;
    this.#breaks += 1;
    this.#summary.add(' ');
  }

  /** Text, which may contain marks of insertions. */
  text(text: string): void {
    const line = cleaned(text);
    if (!VISIBLE.test(line) && !MARKED.test(line)) {
      this.#space(line);
      return;
    }
    if (this.#breaks > 1 && (this.#leaf?.kind === 'p' || this.#leaf?.kind === 'text')) this.#begin('text');
    const shown = this.#leaf?.isWritten === true && this.#breaks === 0 ? line : line.trimStart();
    for (const part of this.#marks.has('code') ? [this.#insertions.source(shown)] : this.#insertions.parts(shown))
      this.#part(part);
  }

  #space(text: string): void {
    if (this.#leaf?.isWritten !== true || this.#breaks > 0) return;
    this.#html += escapedXml(text);
    this.#summary.add(' ');
  }

  #part(part: string | Insertion): void {
    if (typeof part === 'string') {
      if (part !== '') this.#write(escapedXml(part), VISIBLE.test(part));
      this.#summary.add(part);
      return;
    }
    if (part.kind === 'mark') {
      this.#mark(part);
      return;
    }
    if (!this.#summary.isFull) this.#summary.add(insertionText(part, this.#insertions.readsTex));
    this.#write(insertionHtml(part, this.#marks.has('a')), part.kind !== 'text' || VISIBLE.test(part.text));
  }

  #mark({ mark, isEnd, href }: TexMark): void {
    if (isEnd) this.closeMark(mark);
    else if (mark === 'a') this.openLink(href);
    else this.openMark(mark);
  }

  /** @param isVisible whether to open elements for it */
  #write(html: string, isVisible: boolean): void {
    if (isVisible) this.#prepare();
    else if (this.#leaf?.isWritten !== true) return;
    this.#html += html;
  }

  /** Writes the tags of everything that is open. */
  #prepare(): void {
    const leaf = this.#leaf ?? this.#begin('text');
    for (const [depth, container] of this.#containers.entries())
      if (!container.isWritten) this.#begun(container, depth);
    if (!leaf.isWritten) this.#beginLeaf(leaf);
    if (this.#breaks > 0) {
      this.#html += '<br/>\n';
      this.#breaks = 0;
    }
    this.#html += this.#marks.write();
  }

  #begun(container: OpenContainer, depth: number): void {
    const { name, start } = container;
    this.#html += `<${name}${this.#direction(depth)}${name === 'ol' && start !== 1 ? ` start="${String(start)}"` : ''}>`;
    container.isWritten = true;
  }

  #beginLeaf(leaf: Leaf): void {
    const item = this.#containers.at(-1);
    const isBare = leaf.kind === 'text' && item?.name === 'li' && item.isBare;
    if (item !== undefined) item.isBare = false;
    leaf.isWritten = true;
    leaf.tag = isBare ? '' : this.#tagOf(leaf.kind);
    if (leaf.tag === '') return;
    const direction = this.#direction(this.#containers.length);
    // Lines of code do not wrap, so code must be focusable for scrolling by keyboard.
    this.#html += leaf.kind === 'pre' ? `<pre${direction} tabindex="0"><code>` : `<${leaf.tag}${direction}>`;
  }

  /** Only the outermost element of each block has `dir`: on inner ones it would hide their text from its detection. */
  #direction(depth: number): string {
    return depth === 0 ? ' dir="auto"' : '';
  }

  #tagOf(kind: Leaf['kind']): string {
    if (typeof kind === 'number') return this.#levels.tag(kind);
    return kind === 'text' ? 'p' : kind;
  }

  #begin(kind: Leaf['kind']): Leaf {
    this.#endLeaf();
    const top = this.#containers.at(-1);
    if (top?.name === 'ul' || top?.name === 'ol') this.#open('li');
    return (this.#leaf = { kind, isWritten: false, tag: '' });
  }

  #endLeaf(): void {
    const leaf = this.#leaf;
    this.#html += this.#marks.suspend();
    this.#leaf = undefined;
    this.#breaks = 0;
    if (leaf?.isWritten !== true) return;
    // An unclosed link would otherwise span the rest of the text.
    this.#marks.close('a');
    if (leaf.kind === 'pre') this.#html += '</code>';
    if (leaf.tag !== '') this.#html += `</${leaf.tag}>`;
    this.#summary.add(' ');
  }

  #open(name: Container, start = 1): void {
    this.#endLeaf();
    const top = this.#containers.at(-1)?.name;
    const isInList = top === 'ul' || top === 'ol';
    // Items of an open list are always opened: there is no other place for their text.
    if (this.#containers.length >= DEEPEST && !(name === 'li' && isInList)) {
      this.#ignore(name);
      return;
    }
    if (name === 'li' && !isInList) this.#push('ul', 1);
    if (name !== 'li' && isInList) this.#push('li', 1);
    this.#push(name, start);
  }

  #push(name: Container, start: number): void {
    this.#containers.push({ name, start, isWritten: false, isBare: true });
  }

  #close(name: Container): void {
    this.#endLeaf();
    if (this.#wasIgnored(name)) return;
    const at = this.#containers.findLastIndex((open) => open.name === name);
    if (at >= 0) while (this.#containers.length > at) this.#popContainer();
  }

  #popContainer(): void {
    const container = this.#containers.pop();
    if (container?.isWritten === true) this.#html += `</${container.name}>`;
  }

  #ignore(name: string): void {
    this.#ignored.set(name, (this.#ignored.get(name) ?? 0) + 1);
  }

  #wasIgnored(name: string): boolean {
    const times = this.#ignored.get(name) ?? 0;
    if (times > 0) this.#ignored.set(name, times - 1);
    return times > 0;
  }
}

/** The levels of headings in a text: none is skipped, even if the source does. */
class HeadingLevels {
  readonly #top: number;
  /** Source levels of the headings above the current position. */
  readonly #above: number[] = [];

  /** @param top the level of the first headings: one below the heading above the text */
  constructor(top: number) {
    this.#top = top;
  }

  /** `h3` of a heading. @param level in the source, from 1 */
  tag(level: number): string {
    while ((this.#above.at(-1) ?? 0) >= level) this.#above.pop();
    this.#above.push(level);
    return `h${String(Math.min(6, this.#top + this.#above.length - 1))}`;
  }
}

/** An element that contains other elements. */
type Container = 'ul' | 'ol' | 'li' | 'blockquote';

/** An open container. */
interface OpenContainer {
  readonly name: Container;
  readonly start: number;
  isWritten: boolean;
  /** For list items: whether there is no text yet. The first text needs no paragraph. */
  isBare: boolean;
}

/** The lines of one paragraph, heading or piece of code. */
interface Leaf {
  /** A paragraph, text of a list item, code, or a heading of the given source level, from 1. */
  readonly kind: 'p' | 'text' | 'pre' | number;
  isWritten: boolean;
  /** `''` for none. */
  tag: string;
}

/** Characters of a summary by default. */
const MAX_LENGTH = 400;

/** The beginning of a text, without its markup. */
class Summary {
  readonly #longest: number;
  #text = '';

  /** @param longest how many characters are needed; further text is ignored */
  constructor(longest = MAX_LENGTH) {
    this.#longest = longest;
  }

  get text(): string {
    return this.#text.trim();
  }

  get isFull(): boolean {
    return this.#text.length >= this.#longest;
  }

  add(text: string): void {
    if (!this.isFull) this.#text += text.slice(0, this.#longest);
  }
}
