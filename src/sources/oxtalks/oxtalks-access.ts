import { buffer } from 'node:stream/consumers';
import { isPlaceId } from '#catalogue/place.ts';
import { FetchFailure } from '../fetch/fetch-failure.ts';
import { fileFailure, FileFailure } from '../file-failure.ts';
import { readHtml } from '../html-reader.ts';
import { readJsonDocument } from '../json-document.ts';
import type { Notes } from '../notes.ts';
import type { FurtherAsk, FurtherFile, SourceFile } from '../source-format.ts';
import type { SourcePlace } from '../source-talk.ts';
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

/** Page that lists all departments, each below its division. */
const PAGE = '/talks/department';

/** Finds the division of each department, which is not in the API. */
export class Divisions {
  readonly #access: OxtalksAccess;
  readonly #notes: Notes;
  readonly #pages = new OptionalDocuments();
  /** Divisions by department. */
  #known: ReadonlyMap<string, SourcePlace> | undefined;
  #divisions: ReadonlySet<string | undefined> = new Set();
  /** Departments whose division is unknown. */
  readonly #without = new Set<string>();

  constructor(access: OxtalksAccess, notes: Notes) {
    this.#access = access;
    this.#notes = notes;
  }

  /** The department with its division, if the source shows it. @throws as `OptionalDocuments.get` */
  async withDivision(department: SourcePlace): Promise<SourcePlace> {
    if (department.id === undefined) return department;
    if (this.#known === undefined) {
      this.#known = await this.#read();
      this.#divisions = new Set([...this.#known.values()].map(({ id }) => id));
    }
    const parent = this.#known.get(department.id);
    if (parent !== undefined) return { ...department, parent };
    if (!this.#divisions.has(department.id)) this.#without.add(department.id);
    return department;
  }

  /** Adds notes on the whole import. */
  summarise(): void {
    const what =
      'departments whose division is unknown: searching for a division does not find their talks until a catalogue file sets their parent';
    this.#notes.add(what, this.#without.size);
  }

  async #read(): Promise<ReadonlyMap<string, SourcePlace>> {
    const { api, hasFurther } = this.#access;
    if (!hasFurther || api === '') return new Map();
    const links = await this.#pages.get(() => this.#access.links(api.replace(/\/api$/, PAGE), { isAside: true }));
    return links instanceof FetchFailure ? new Map() : divisionsIn(links);
  }
}

/** By department: the division in the heading above it. */
function divisionsIn(links: readonly PageLink[]): ReadonlyMap<string, SourcePlace> {
  const divisions = new Map<number, SourcePlace>();
  const found = new Map<string, SourcePlace>();
  for (const { href, text, heading, isInHeading } of links) {
    const id = /\/talks\/department\/id\/([^/?#]+)$/.exec(href)?.[1]?.replace('%3A', ':') ?? '';
    if (!isPlaceId(id)) continue;
    const division = divisions.get(heading);
    if (isInHeading) divisions.set(heading, { id, kind: 'organisation', name: text });
    else if (division !== undefined && division.id !== id && division.name.trim() !== '') found.set(id, division);
  }
  return found;
}
