import { Parser } from 'htmlparser2';
import { escapedXml } from './json/xml-text.ts';

/** Tags that are sufficient evidence of HTML. */
const VOID_TAG = /^(?:br|p|hr)$/;
/** Tags that are evidence of HTML if they are closed. */
const PAIRED_TAG =
  /^(?:a|abbr|b|blockquote|center|cite|code|dd|del|div|dl|dt|em|font|h[1-6]|i|ins|kbd|li|ol|pre|q|s|small|span|strong|sub|sup|table|td|th|tr|tt|u|ul)$/;
const TAG = /<(\/?)([a-z][a-z1-6]{0,9})(?:\s[^<>]{0,1000})?\/?>/gi;
/** A text with more tags was not written by a person, and takes long to read. */
export const MAX_TAGS = 4_000;

/** Whether catalogue text is HTML, rather than plain text with angle brackets. */
export function isHtml(text: string): boolean {
  if (!text.includes('<')) return false;
  const opened = new Set<string>();
  for (const [, slash = '', tag = ''] of text.matchAll(TAG)) {
    const name = tag.toLowerCase();
    if (VOID_TAG.test(name) || (slash === '/' && opened.has(name))) return true;
    if (slash === '' && PAIRED_TAG.test(name)) opened.add(name);
  }
  return false;
}

/** Catalogue text as text: HTML without tags, with its lines, lists and links; entities are decoded in any text. */
export function proseText(text: string): string {
  if (isReadable(text)) return written(text, new TextSink());
  return text.includes('&') ? text.replace(ENTITY, decoded) : text;
}

/**
 * HTML in catalogue text as HTML that may be shown anywhere: well-formed, in a few elements, without attributes but the
 * targets of links. Undefined: the text is not HTML.
 */
export function proseHtml(text: string): string | undefined {
  return isReadable(text) ? written(text, new HtmlSink()) : undefined;
}

function isReadable(text: string): boolean {
  return isHtml(text) && text.split('<').length <= MAX_TAGS;
}

const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d{0,2});/gi;

function decoded(entity: string): string {
  let text = '';
  const parser = new Parser({ ontext: (part) => void (text += part) });
  parser.end(entity);
  return text;
}

/** Elements whose content is not text. */
const WITHOUT_TEXT = new Set('script style template title iframe object noframes noembed head'.split(' '));
const PARAGRAPHS = new Set('p ul ol dl table blockquote pre h1 h2 h3 h4 h5 h6'.split(' '));
const LINES = new Set('div section article header footer main address center figure tr li dt dd'.split(' '));
/** What HTML keeps, and how it is written. */
const KEPT: Readonly<Record<string, string>> = {
  b: 'b',
  strong: 'b',
  i: 'i',
  em: 'i',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
  p: 'p',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  blockquote: 'blockquote',
  pre: 'pre',
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, 'p'])),
};

interface Sink {
  open(name: string, href: string): void;
  close(name: string): void;
  /** Outside of `pre`, white space in it is one space, unless line feeds end lines. */
  text(text: string): void;
  end(): string;
}

/** Where no tag ends lines, line feeds do. */
const BLOCK_MARKUP = /<(?:p|br|div|tr|li|ul|ol|h[1-6])\b/i;

function written(html: string, sink: Sink): string {
  const hasBlocks = BLOCK_MARKUP.test(html);
  let skipped = 0;
  let preformatted = 0;
  const parser = new Parser({
    onopentag: (name, { href = '' }) => {
      if (WITHOUT_TEXT.has(name)) skipped++;
      if (name === 'pre') preformatted++;
      if (skipped === 0) sink.open(name, linkable(href));
    },
    onclosetag: (name) => {
      if (WITHOUT_TEXT.has(name)) skipped--;
      else if (skipped === 0) sink.close(name);
      if (name === 'pre') preformatted--;
    },
    ontext: (text) => {
      if (skipped > 0) return;
      if (preformatted > 0) sink.text(text);
      else if (hasBlocks) sink.text(text.replace(/\s+/gu, ' '));
      else
        for (const [at, line] of text.split('\n').entries()) {
          if (at > 0) sink.open('br', '');
          sink.text(line);
        }
    },
  });
  parser.end(html);
  return sink.end();
}

/** `''` if nobody should follow the link. */
function linkable(href: string): string {
  const address = href.trim();
  return /^(?:https?:\/\/|mailto:)[^\s<>"]+$/iu.test(address) && address.length <= MAX_ADDRESS ? address : '';
}

const MAX_ADDRESS = 2000;

class TextSink implements Sink {
  readonly #links: { readonly href: string; readonly line: number; readonly at: number }[] = [];
  readonly #lists: number[] = [];
  /** Lines before this one, with the line feeds after them. */
  readonly #before: string[] = [];
  #line = '';
  /** Line feeds to write before further text. */
  #breaks = 0;

  open(name: string, href: string): void {
    if (name === 'br') this.#breaks++;
    else if (name === 'a') this.#links.push({ href, line: this.#before.length, at: this.#line.length });
    else if (name === 'ul' || name === 'ol') this.#lists.push(name === 'ol' ? 1 : 0);
    this.#block(name);
    if (name === 'li') this.#item();
    if (name === 'td' || name === 'th') this.text(' ');
  }

  close(name: string): void {
    if (name === 'a') this.#linked();
    this.#block(name);
    if (name === 'ul' || name === 'ol') this.#lists.pop();
  }

  text(text: string): void {
    const isFirst = this.#line === '' || this.#breaks > 0 || this.#line.endsWith(' ');
    const shown = isFirst ? text.replace(/^ +/u, '') : text;
    if (shown === '') return;
    if (this.#breaks > 0 && this.#line !== '') {
      this.#before.push(`${this.#line.trimEnd()}${'\n'.repeat(Math.min(this.#breaks, 2))}`);
      this.#line = '';
    }
    this.#breaks = 0;
    this.#line += shown;
  }

  end(): string {
    return `${this.#before.join('')}${this.#line}`.trim();
  }

  #block(name: string): void {
    // Lists in lists have no empty lines around them.
    const isInner = (name === 'ul' || name === 'ol') && this.#lists.length > 1;
    if (PARAGRAPHS.has(name) && !isInner) this.#breaks = 2;
    else if (LINES.has(name) || isInner) this.#breaks = Math.max(this.#breaks, 1);
  }

  #item(): void {
    const depth = this.#lists.length;
    const number = this.#lists[depth - 1] ?? 0;
    if (number > 0) this.#lists[depth - 1] = number + 1;
    this.text(number > 0 ? `${number}. ` : '- ');
  }

  /** The address after the text of the link, unless that shows it. */
  #linked(): void {
    const { href = '', line = 0, at = 0 } = this.#links.pop() ?? {};
    const address = href.replace(/^mailto:/iu, '');
    const shown = (line === this.#before.length ? this.#line.slice(at) : this.#line).trim();
    if (address === '' || shown.includes(address) || `${shown}/` === address) return;
    this.text(shown === '' ? address : ` (${address})`);
  }
}

class HtmlSink implements Sink {
  readonly #links: string[] = [];
  readonly #parts: string[] = [];
  /** Whether the last part ends a line, or begins a block. */
  #isLineStart = true;

  open(name: string, href: string): void {
    const kept = KEPT[name];
    if (name === 'br') this.#end('<br/>\n');
    else if (name === 'a') {
      this.#links.push(href);
      if (href !== '') this.#add(`<a href="${escapedXml(href)}">`);
    } else if (kept !== undefined) this.#tag(name, `<${kept}>`);
    else if (LINES.has(name)) this.#break();
    else if (name === 'td' || name === 'th') this.text(' ');
  }

  close(name: string): void {
    const kept = KEPT[name];
    if (name === 'a') {
      if ((this.#links.pop() ?? '') !== '') this.#add('</a>');
    } else if (kept !== undefined) this.#tag(name, `</${kept}>`, '\n');
    else if (LINES.has(name)) this.#break();
  }

  text(text: string): void {
    const shown = this.#isLineStart ? text.replace(/^ +/u, '') : text;
    if (shown !== '') this.#add(escapedXml(shown));
  }

  end(): string {
    return this.#parts
      .join('')
      .replace(/(?:<br\/>\n)+$/u, '')
      .trim();
  }

  #tag(name: string, tag: string, after = ''): void {
    if (PARAGRAPHS.has(name) || name === 'li') this.#end(`${tag}${after}`);
    else this.#parts.push(tag);
  }

  #add(html: string): void {
    this.#parts.push(html);
    this.#isLineStart = false;
  }

  #end(html: string): void {
    this.#parts.push(html);
    this.#isLineStart = true;
  }

  #break(): void {
    if (!this.#isLineStart) this.#end('<br/>\n');
  }
}
