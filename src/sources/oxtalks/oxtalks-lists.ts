import { FetchFailure } from '../fetch/fetch-failure.ts';
import { FileFailure } from '../file-failure.ts';
import type { SourceBatch } from '../source-format.ts';
import type { Notes } from '../notes.ts';
import type { OxtalksAccess, OxTalksPage } from './oxtalks-access.ts';
import { namedCollection, slugOfPage } from './oxtalks-collections.ts';
import { OptionalDocuments } from './oxtalks-optional-documents.ts';

/** Page that lists all public collections. */
const SHOWN = '/user/lists/public';
/** Limits on the parts of that page, and on collections. */
const MAX_SHOWN_PAGES = 100;
const MAX_SHOWN = 5_000;

interface ListsAsked {
  /** Slugs or addresses of collections. */
  readonly names: readonly string[];
  /** Whether to read all public collections as well. */
  readonly isAll: boolean;
  /** Reads a collection's document. */
  readonly read: (page: OxTalksPage, isShown: boolean) => Promise<SourceBatch>;
}

/** Public collections, which the API cannot list: those that the operator names, and those on an HTML page. */
export class PublicCollections {
  readonly #access: OxtalksAccess;
  readonly #notes: Notes;
  readonly #documents = new OptionalDocuments();

  constructor(access: OxtalksAccess, notes: Notes) {
    this.#access = access;
    this.#notes = notes;
  }

  async *batches({ names, isAll, read }: ListsAsked): AsyncGenerator<SourceBatch> {
    const { api, hasFurther } = this.#access;
    if (!hasFurther || api === '') {
      this.#notes.leave('collections not read: they need the address of an API', names.length);
      return;
    }
    const named = new Map(names.map((name) => namedCollection(name, api)).map(({ slug, address }) => [slug, address]));
    const shown = isAll ? await this.#shown(api.replace(/\/api$/, SHOWN)) : [];
    for (const [slug, address] of named) yield this.#batch(slug, address, (page) => read(page, false));
    for (const slug of shown) {
      const { address } = namedCollection(slug, api);
      if (!named.has(slug)) yield this.#batch(slug, address, (page) => read(page, true));
    }
    if (shown.length > 0) yield { talks: [], shownCollections: shown };
  }

  async #batch(slug: string, address: string, read: (page: OxTalksPage) => Promise<SourceBatch>): Promise<SourceBatch> {
    try {
      const page = await this.#documents.get(() => this.#access.page(address, { isLasting: true }));
      if (!(page instanceof FetchFailure)) return await read(page);
      // The operator has named a collection of another server.
      if (page.problem.code === 'other-host') throw page;
      if (page.status === 404 || page.status === 410) return { talks: [], goneCollections: [slug] };
    } catch (error) {
      if (!(error instanceof FileFailure)) throw error;
    }
    this.#notes.add('collections that could not be read: they stay as they are', 1);
    return { talks: [] };
  }

  /** Slugs of all public collections; none if the page does not exist. @param address of its first part */
  async #shown(address: string): Promise<readonly string[]> {
    const slugs = new Set<string>();
    for (let at = address, pages = 0; pages < MAX_SHOWN_PAGES; pages++) {
      const links = await this.#documents.get(() => this.#access.links(at));
      if (links instanceof FetchFailure) break;
      for (const slug of links.map(({ href }) => slugOfPage(href))) if (slug !== undefined) slugs.add(slug);
      if (slugs.size > MAX_SHOWN) break;
      const next = links.findLast(({ rel }) => rel === 'next')?.href ?? '';
      if (next === '' || !URL.canParse(next, at)) return [...slugs];
      at = new URL(next, at).href;
    }
    this.#notes.add('list of public collections, which could not be read: name the ones you want (--collection)');
    return [];
  }
}
