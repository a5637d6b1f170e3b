import type { FurtherAsk, FurtherFile, SourceFile, SourceProblem } from '../format.ts';
import { readJsonDocument } from '../json-document.ts';
import type { Notes } from '../notes.ts';
import { oxtalksDocument } from './oxtalks-document.ts';
import type { OxtalksDocument } from './oxtalks-document.ts';

export interface OxTalksPage extends OxtalksDocument {
  /** Absolute; `''` of a file on the disk. */
  readonly address: string;
}

/** A page that is not what it should be. */
export class PageFailure extends Error {
  readonly failure: SourceProblem;

  constructor(code: string, what: string, hint: string, line = 0) {
    super(what);
    this.failure = { code, where: '', what, hint, line };
  }
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

  /** False of a file on the disk. */
  get hasFurther(): boolean {
    return this.#file.further !== undefined;
  }

  /** The API's own address, without a final slash; `''` as long as no address has shown it. */
  get api(): string {
    return this.#api;
  }

  /** @throws PageFailure; what reading an address does */
  first(): Promise<OxTalksPage> {
    return this.#page(this.#file);
  }

  /** The same of a further page. */
  async page(address: string, ask: FurtherAsk = {}): Promise<OxTalksPage> {
    return this.#page(await this.further(address, ask));
  }

  /** @throws what reading an address does */
  async further(address: string, ask: FurtherAsk): Promise<FurtherFile> {
    const { further } = this.#file;
    if (further === undefined) throw new Error('Only an address has further pages');
    const file = await further(address, ask);
    this.#notes.add('pages used again that an import which was interrupted had fetched', file.isKept ? 1 : 0);
    return file;
  }

  async #page(file: SourceFile): Promise<OxTalksPage> {
    const { address } = file;
    const read = await readJsonDocument(file);
    const where = address === '' ? '' : ` (${address})`;
    if (!read.ok) {
      const { code, what, hint, line } = read.failure;
      throw new PageFailure(code, `${what}${where}`, hint, line);
    }
    const document = oxtalksDocument(read.value, address);
    if (document === undefined) {
      throw new PageFailure(
        'not-oxtalks',
        `There are no talks in it, as an API like that of OxTalks has them${where}.`,
        'Give the address of a search, a series, a list or a talk, such as https://host/api/talks/search?from=today.',
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
