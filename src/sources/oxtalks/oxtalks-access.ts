import { buffer } from 'node:stream/consumers';
import { FetchFailure } from '../fetch/fetch-failure.ts';
import { fileFailure, FileFailure } from '../file-failure.ts';
import { readHtml } from '../html-reader.ts';
import { readJsonDocument } from '../json-document.ts';
import type { Notes } from '../notes.ts';
import type { FurtherAsk, FurtherFile, SourceFile } from '../source-format.ts';
import { decoded } from '../text-decoding.ts';
import { oxtalksDocument, type OxtalksDocument } from './oxtalks-document.ts';

export interface OxTalksPage extends OxtalksDocument {
  /** Absolute; `''` for a file on disk. */
  readonly address: string;
}

/** Reads the documents of an API. */
export class OxtalksAccess {
  readonly #file: SourceFile;
  readonly #notes: Notes;
  #api = '';

  constructor(file: SourceFile, notes: Notes) {
    this.#file = file;
    this.#notes = notes;
  }

  /** Whether more can be fetched: not for a file on disk. */
  get hasFurther(): boolean {
    return this.#file.further !== undefined;
  }

  /** Base address of the API, without a final slash; `''` until a page has revealed it. */
  get api(): string {
    return this.#api;
  }

  /** @throws FileFailure; errors of reading an address */
  first(): Promise<OxTalksPage> {
    return this.#page(this.#file);
  }

  /** A further page. @throws as `first` */
  async page(address: string, ask: FurtherAsk = {}): Promise<OxTalksPage> {
    return this.#page(await this.further(address, ask));
  }

  /** The links of an HTML page. @throws errors of reading an address */
  async links(address: string, ask: FurtherAsk = {}): Promise<PageLink[]> {
    const { chunks } = await this.further(address, { ...ask, accept: 'text/html', isLasting: true });
    return linksIn(await buffer(chunks));
  }

  /** @throws errors of reading an address */
  async further(address: string, ask: FurtherAsk): Promise<FurtherFile> {
    const { further } = this.#file;
    if (further === undefined) throw new Error('Only an address has further pages');
    const file = await further(address, ask);
    this.#notes.add('pages reused from an interrupted import', file.isCached ? 1 : 0);
    return file;
  }

  async #page(file: SourceFile): Promise<OxTalksPage> {
    const { address } = file;
    const read = await readJsonDocument(file);
    const where = address === '' ? '' : ` (${address})`;
    if (!read.ok) {
      throw new FileFailure({ ...read.failure, what: `${read.failure.what}${where}` });
    }
    const document = oxtalksDocument(read.value, address);
    if (document === undefined) {
      throw fileFailure(
        'not-oxtalks',
        `It contains no talks in the format of the OxTalks API${where}.`,
        'Use the address of a search, series, list or talk, such as https://host/api/talks/search?from=today.',
      );
    }
    if (this.#api === '') this.#api = apiOf(address);
    return { ...document, address };
  }
}

function apiOf(address: string): string {
  if (!URL.canParse(address)) return '';
  const { origin, pathname } = new URL(address);
  const [path = ''] = /^.*?\/api(?=\/|$)/.exec(pathname) ?? [];
  return path === '' ? '' : origin + path;
}

/** A link on an HTML page. */
export interface PageLink {
  readonly href: string;
  readonly rel: string;
  readonly text: string;
  /** Number of the `<h3>` that it is in or below, from 1; 0 above the first. */
  readonly heading: number;
  readonly isInHeading: boolean;
}

/** @param html the whole page */
function linksIn(html: Buffer): PageLink[] {
  const links: PageLink[] = [];
  let heading = 0;
  let isInHeading = false;
  let open: { -readonly [Field in keyof PageLink]: PageLink[Field] } | undefined;
  readHtml(decoded(html), {
    onopentag: (name, { href = '', rel = '' }) => {
      if (name === 'h3') {
        heading++;
        isInHeading = true;
      }
      if (name !== 'a') return;
      open = { href, rel, text: '', heading, isInHeading };
      links.push(open);
    },
    ontext: (text) => {
      if (open !== undefined) open.text += text;
    },
    onclosetag: (name) => {
      if (name === 'h3') isInHeading = false;
      if (name === 'a') open = undefined;
    },
  });
  return links;
}

/** Consecutive failures before giving up. */
const ENOUGH = 3;

/** Fetches documents that an import does not depend on. */
export class OptionalDocuments {
  #failures = 0;
  /** Number of temporary failures in a row. */
  #temporary = 0;
  #hasSucceeded = false;

  /** Whether the server seems to have none of these documents. */
  get isHopeless(): boolean {
    return !this.#hasSucceeded && this.#failures >= ENOUGH;
  }

  /**
   * Returns what `fetch` does, or why it failed.
   * @throws FetchFailure after several temporary failures in a row: the server is down; anything else that `fetch`
   * throws
   */
  async get<T>(fetch: () => Promise<T>): Promise<T | FetchFailure> {
    try {
      const document = await fetch();
      this.#failures = 0;
      this.#temporary = 0;
      this.#hasSucceeded = true;
      return document;
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error;
      this.#failures++;
      this.#temporary = error.isTemporary ? this.#temporary + 1 : 0;
      if (this.#temporary >= ENOUGH) throw error;
      return error;
    }
  }
}
