import { transcode } from 'node:buffer';
import { html, type Html } from './frame/html.ts';

/** Placeholder for a list of talks. The server inserts the talks, which it caches as bytes. */
export const TALK_LIST = Symbol('talks');

/** The parts of a page in order: markup, as text or bytes, and placeholders for lists. */
export type Fragments = readonly (string | Buffer | typeof TALK_LIST)[];

/** Marks the place of a list in the text of a page. Escaped text never contains it. */
export const TALKS_HERE = html`<!--talks-->`;

/** A list of talks in a page. */
export const TALK_LISTING = html`<div class="listing">${TALKS_HERE}</div>`;

const MARK = Buffer.from(TALKS_HERE.markup);

/** Splits a page, or a part of one, at its lists of talks. */
export function fragmentsOf(page: string): (Buffer | typeof TALK_LIST)[] {
  const bytes = utf8(page);
  const fragments: (Buffer | typeof TALK_LIST)[] = [];
  let from = 0;
  for (let at; (at = bytes.indexOf(MARK, from)) !== -1; from = at + MARK.length)
    fragments.push(bytes.subarray(from, at), TALK_LIST);
  fragments.push(bytes.subarray(from));
  return fragments;
}

const WIDE = /[^\0-\xff]/;

/** Holds text while it is encoded, which is synchronous. */
const UTF16 = Buffer.allocUnsafeSlow(256 * 1024);

/**
 * Encodes markup, which contains no lone surrogates, as UTF-8. Most pages have a character beyond Latin-1, such as a
 * dash, and V8 takes seven times as long to encode such text as transcoding it does.
 */
function utf8(markup: string): Buffer {
  if (markup.length * 2 > UTF16.length || !WIDE.test(markup)) return Buffer.from(markup);
  return transcode(UTF16.subarray(0, UTF16.write(markup, 'utf16le')), 'utf16le', 'utf8');
}

/** The text of a slot. Templates contain only our own texts and the operator's, which will not contain it. */
const SLOT = /slot--([a-z-]+)--/g;

/** Marks a place in a page to fill in later. It can replace any text or part of an address. */
export function slot(name: string): string {
  return `slot--${name}--`;
}

/** A page that is rendered once, kept as bytes, and filled in for each request. */
export class PageTemplate<Name extends string> {
  readonly #parts: readonly Part[];

  /** @param page a whole document with slots and with placeholders for lists of talks */
  constructor(page: string) {
    // Splitting by a capturing pattern leaves the names of slots at odd indices.
    this.#parts = page.split(SLOT).flatMap((text, at): Part[] => (at % 2 === 0 ? fragmentsOf(text) : [{ slot: text }]));
  }

  filled(values: Readonly<Record<Name, Html>>): Fragments {
    const known: Readonly<Record<string, Html | undefined>> = values;
    return this.#parts.map((part) => {
      if (part === TALK_LIST || Buffer.isBuffer(part)) return part;
      const value = known[part.slot];
      if (value === undefined) throw new Error(`nothing fills the slot ${part.slot}`);
      return value.markup;
    });
  }
}

type Part = Buffer | typeof TALK_LIST | { readonly slot: string };
