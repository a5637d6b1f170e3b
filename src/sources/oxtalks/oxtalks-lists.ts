import { FetchFailure } from '../fetch/fetch-failure.ts';
import type { SourceBatch } from '../format.ts';
import type { Notes } from '../notes.ts';
import { PageFailure } from './oxtalks-access.ts';
import type { OxtalksAccess, OxTalksPage } from './oxtalks-access.ts';
import { namedCollection } from './oxtalks-collections.ts';
import { shownCollections } from './oxtalks-shown.ts';
import { Tries } from './oxtalks-tries.ts';

/** Where people find all public collections. */
const SHOWN = '/user/lists/public';
/** Such pages, of a hundred collections or of all, and collections. */
const MOST_SHOWN_PAGES = 100;
const MOST_SHOWN = 5_000;

export interface ListsAsked {
  /** Slugs or addresses of collections. */
  readonly names: readonly string[];
  /** True: all that the source shows, too. */
  readonly isAll: boolean;
  /** What is in a collection's document. */
  readonly read: (page: OxTalksPage, isShown: boolean) => Promise<SourceBatch>;
}

/** The public collections of an API, which has no list of them: those that are named, or that people are shown. */
export class Lists {
  readonly #access: OxtalksAccess;
  readonly #notes: Notes;
  readonly #tries = new Tries();

  constructor(access: OxtalksAccess, notes: Notes) {
    this.#access = access;
    this.#notes = notes;
  }

  async *batches({ names, isAll, read }: ListsAsked): AsyncGenerator<SourceBatch> {
    const { api, hasFurther } = this.#access;
    if (!hasFurther || api === '') {
      this.#notes.add('collections that are named and not read: they are beside the address of an API', names.length);
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
      const page = await this.#tries.have(() => this.#access.page(address, { isLasting: true }));
      if (!(page instanceof FetchFailure)) return await read(page);
      // Somebody has named what is not there to be read.
      if (page.problem.code === 'other-host') throw page;
      if (page.status === 404 || page.status === 410) return { talks: [], goneCollections: [slug] };
    } catch (error) {
      if (!(error instanceof PageFailure)) throw error;
    }
    this.#notes.add('collections that could not be read: they stay as they are', 1);
    return { talks: [] };
  }

  /** Slugs of all that people are shown; none where there is no such page. @param address of the first page */
  async #shown(address: string): Promise<readonly string[]> {
    const slugs = new Set<string>();
    for (let at = address, pages = 0; pages < MOST_SHOWN_PAGES; pages++) {
      const file = await this.#tries.have(() => this.#access.further(at, { accept: 'text/html', isLasting: true }));
      if (file instanceof FetchFailure) break;
      const { next, ...shown } = shownCollections(await wholeOf(file.chunks));
      for (const slug of shown.slugs) slugs.add(slug);
      if (slugs.size > MOST_SHOWN) break;
      if (next === '' || !URL.canParse(next, at)) return [...slugs];
      at = new URL(next, at).href;
    }
    this.#notes.add('list of public collections that could not be read: name those that are wanted (--collection)');
    return [];
  }
}

async function wholeOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}
