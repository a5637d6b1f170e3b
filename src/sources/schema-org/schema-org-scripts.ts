import { HtmlReader } from '../html-reader.ts';
import { decoded, withoutMark } from '../text-decoding.ts';
import { resolved } from './schema-org-context.ts';

/** A JSON-LD script of a page. */
export interface LinkedDataScript {
  readonly line: number;
  /** Undefined: too long. */
  readonly text: string | undefined;
}

interface LinkedDataPage {
  readonly scripts: readonly LinkedDataScript[];
  /** Base of relative addresses: the address of the page, or the base that it declares; `''` when unknown. */
  readonly base: string;
  /** Canonical address; `''` if it has none. Unlike the fetched address, it is not secret. */
  readonly canonical: string;
  /** Whether it exceeds the limits. */
  readonly isTooLarge: boolean;
}

/** In bytes. */
const LARGEST_PAGE = 64 * 1024 * 1024;
const LARGEST_SCRIPT = 16 * 1024 * 1024;
export const LARGEST_SCRIPTS = 32 * 1024 * 1024;
const MAX_SCRIPTS = 10_000;

/**
 * Extracts JSON-LD scripts from a page (HTML; JSON-LD 1.1, 7) as a stream. Bytes are parsed as Latin-1, since markup is
 * ASCII, and decoded afterwards.
 */
export async function linkedDataOf(chunks: AsyncIterable<Buffer>, address: string): Promise<LinkedDataPage> {
  const page = new PageScripts();
  let size = 0;
  for await (const chunk of withoutMark(chunks)) {
    size += chunk.length;
    if (size > LARGEST_PAGE) return { ...NOTHING, base: address };
    page.push(chunk);
    if (page.hasTooMany || page.isTooDeep) return { ...NOTHING, base: address };
  }
  page.end();
  const base = resolved(page.base, address) || address || page.canonical;
  return { scripts: page.scripts, base, canonical: resolved(page.canonical, base), isTooLarge: false };
}

const NOTHING = { scripts: [], canonical: '', isTooLarge: true } as const;

class PageScripts {
  readonly scripts: LinkedDataScript[] = [];
  hasTooMany = false;
  base = '';
  canonical = '';
  readonly #html: HtmlReader;
  #open: { readonly line: number; readonly parts: string[]; size: number } | undefined;
  #size = 0;
  /** The current chunk, its position in the page, and how far its lines have been counted. */
  #chunk = '';
  #chunkStart = 0;
  #counted = 0;
  #line = 1;

  constructor() {
    this.#html = new HtmlReader({
      onopentag: (name, attributes) => {
        this.#tag(name, attributes);
      },
      ontext: (text) => {
        this.#text(text);
      },
      onclosetag: (name) => {
        if (name === 'script') this.#close();
      },
    });
  }

  get isTooDeep(): boolean {
    return this.#html.isTooDeep;
  }

  push(chunk: Buffer): void {
    this.#countLines(this.#chunk.length);
    this.#chunkStart += this.#chunk.length;
    this.#chunk = chunk.toString('latin1');
    this.#counted = 0;
    this.#html.write(this.#chunk);
  }

  end(): void {
    this.#html.end();
  }

  #tag(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'script' && JSON_LD.test(attributes.type ?? '')) {
      this.#countLines(this.#html.startIndex - this.#chunkStart);
      this.#open = { line: this.#line, parts: [], size: 0 };
    } else if (name === 'base' && this.base === '') {
      this.base = textOfBytes(attributes.href ?? '');
    } else if (name === 'link' && this.canonical === '' && /^\s*canonical\s*$/i.test(attributes.rel ?? '')) {
      this.canonical = textOfBytes(attributes.href ?? '');
    }
  }

  #text(text: string): void {
    const open = this.#open;
    if (open === undefined) return;
    open.size += text.length;
    if (open.size <= LARGEST_SCRIPT && this.#size + open.size <= LARGEST_SCRIPTS) open.parts.push(text);
  }

  #close(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    if (this.scripts.length >= MAX_SCRIPTS) {
      this.hasTooMany = true;
      return;
    }
    const isWhole = open.size <= LARGEST_SCRIPT && this.#size + open.size <= LARGEST_SCRIPTS;
    this.#size += isWhole ? open.size : 0;
    this.scripts.push({ line: open.line, text: isWhole ? textOfBytes(open.parts.join('')) : undefined });
  }

  /** Counts lines up to a position in the chunk, examining each character once. */
  #countLines(end: number): void {
    while (this.#counted < end) {
      const at = this.#chunk.indexOf('\n', this.#counted);
      if (at === -1 || at >= end) this.#counted = end;
      else {
        this.#counted = at + 1;
        this.#line++;
      }
    }
  }
}

const JSON_LD = /^\s*application\/ld\+json\s*(?:;|$)/i;

function textOfBytes(latin1: string): string {
  return decoded(Buffer.from(latin1, 'latin1'));
}
