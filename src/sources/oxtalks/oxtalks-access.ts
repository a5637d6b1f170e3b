import { buffer } from 'node:stream/consumers';
import { FileFailure, fileFailure } from '../file-failure.ts';
import type { FurtherAsk, FurtherFile, SourceFile } from '../source-format.ts';
import { readJsonDocument } from '../json-document.ts';
import type { Notes } from '../notes.ts';
import { oxtalksDocument } from './oxtalks-document.ts';
import type { OxtalksDocument } from './oxtalks-document.ts';
import { linksIn } from './oxtalks-page-links.ts';
import type { PageLink } from './oxtalks-page-links.ts';

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
