import { FetchFailure } from '../fetch/fetch-failure.ts';
import { fileFailure, FileFailure } from '../file-failure.ts';
import { isObject, type JsonObject, readJsonDocument, stringText } from '../json-document.ts';
import { Notes } from '../notes.ts';
import { ReadingFailure } from '../reading-problem.ts';
import type { ReadOptions, SourceBatch, SourceFile, SourceProblem } from '../source-format.ts';
import type { SourceTalk } from '../source-talk.ts';
import { ianaZone, UTC, type Zone } from '../wall-clock.ts';
import { Divisions, OptionalDocuments, OxtalksAccess, type OxTalksPage } from './oxtalks-access.ts';
import { hrefOf, namedCollection, slugOfDocument, slugOfPage } from './oxtalks-document.ts';
import { NamedSeries } from './oxtalks-series.ts';
import { memberNames, oxtalksKey, oxtalksTalk, slugInLink } from './oxtalks-talk.ts';
import { MissingTopics } from './oxtalks-topics.ts';

/** Path of the search, and queries that find everything: OxTalks accepts no date before 1900. */
const SEARCH = '/api/talks/search';
const EVERYTHING = 'from=0001-01-01';
const EVERYTHING_OXTALKS = 'from=1900-01-01';
/** Talks per page to request: an old server takes a few seconds for this many. */
const COUNT = 200;
/** Limit on consecutive pages without new talks. */
const MAX_IDLE_PAGES = 3;

/**
 * Reads the OxTalks API or one like it: a search, a series, a collection, a person, a talk, or the entry point, for all
 * talks and all public collections. Further pages are read in order, then collections, then details of series. A file
 * on disk has no further pages.
 */
export async function* readOxtalks(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const reader = new OxtalksReader(file, ianaZone(options.zone) ?? UTC);
  try {
    let page: OxTalksPage | undefined = await reader.first();
    while (page !== undefined) {
      yield await reader.batch(page, !reader.isAskedFor(page));
      page = await reader.next(page);
    }
    reader.endOfPages();
    yield* reader.collections(options.collections);
    yield* reader.series();
    yield reader.rest();
  } catch (error) {
    if (!(error instanceof FileFailure)) throw error;
    yield { talks: [], notes: reader.rest().notes ?? [], failure: error.problem };
  }
}

class OxtalksReader {
  readonly #file: SourceFile;
  readonly #zone: Zone;
  readonly #notes = new Notes();
  readonly #access: OxtalksAccess;
  readonly #descriptions: CutDescriptions;
  readonly #series = new NamedSeries();
  readonly #topics: MissingTopics;
  readonly #divisions: Divisions;
  /** Whether the whole API is read, rather than one of its resources. */
  #isWhole = false;
  /** Keys of the talks, and addresses of the pages, that have been read. */
  readonly #keys = new Set<string>();
  readonly #addresses = new Set<string>();
  #entries = 0;
  #idlePages = 0;
  #isIncomplete = false;
  #total: number | undefined;

  constructor(file: SourceFile, zone: Zone) {
    this.#file = file;
    this.#zone = zone;
    this.#access = new OxtalksAccess(file, this.#notes);
    this.#descriptions = new CutDescriptions(file.further);
    this.#topics = new MissingTopics(this.#access, this.#notes);
    this.#divisions = new Divisions(this.#access, this.#notes);
  }

  async first(): Promise<OxTalksPage> {
    const page = await this.#access.first().catch((error: unknown) => this.#root(error));
    this.#addresses.add(page.address);
    if (page.search === '' || !this.#access.hasFurther) return page;
    this.#isWhole = true;
    return this.#search(page.address, page.search, EVERYTHING);
  }

  /** False for a collection other than the requested one: a page may claim to be somebody else's. */
  isAskedFor({ collection }: OxTalksPage): boolean {
    const { ledFrom, address } = this.#file;
    const asked = ledFrom ?? address;
    return asked === '' || slugOfDocument(asked) === collection?.slug;
  }

  /** @param isShown true: a collection that the operator did not name */
  async batch(page: OxTalksPage, isShown: boolean): Promise<SourceBatch> {
    const { talks, series, collection, next, total, address, isTalk } = page;
    if (collection !== undefined && next !== '') {
      throw refused('paged-collection', `A collection must be on one page, and this one has several: ${address}`);
    }
    const found: SourceTalk[] = [];
    const problems: SourceProblem[] = [];
    const before = this.#keys.size;
    const first = this.#entries + 1;
    let again = 0;
    this.#total = total ?? this.#total;
    for (const talk of talks) {
      const line = ++this.#entries;
      const key = oxtalksKey(talk);
      if (key !== '' && this.#keys.has(key)) {
        again++;
        continue;
      }
      const whole = isTalk ? talk : await this.#descriptions.whole(talk, address);
      const topics = await this.#topics.of(talk, page);
      const read = oxtalksTalk(whole, { line, zone: this.#zone, series, topics });
      if ('code' in read) problems.push(read);
      else found.push(await this.#withDivision(read));
      this.#keys.add(key === '' ? `entry ${line}` : key);
    }
    for (const talk of found) this.#series.name(talk.series);
    this.#idlePages = this.#keys.size === before ? this.#idlePages + 1 : 0;
    if (collection !== undefined) {
      const collections = [{ ...collection, talks: talks.flatMap(namesOf), line: first, isShown }];
      return { talks: found, problems, collections, isListed: true };
    }
    this.#notes.add('talks that appeared again, on another page or in another role', again);
    return { talks: found, problems, names: memberNames(talks) };
  }

  async #withDivision(talk: SourceTalk): Promise<SourceTalk> {
    const { department } = talk;
    return department === null ? talk : { ...talk, department: await this.#divisions.withDivision(department) };
  }

  /** The next page; undefined after the last. */
  async next(page: OxTalksPage): Promise<OxTalksPage | undefined> {
    const address = this.#following(page);
    if (address === undefined) return undefined;
    if (!this.#access.hasFurther) {
      this.#isIncomplete = true;
      this.#notes.add('one page of several: only this page was read; import the address to read all');
      return undefined;
    }
    if (this.#addresses.has(address)) {
      throw refused('endless-pages', `Its pages form a loop: ${address} was read before.`);
    }
    if (this.#idlePages >= MAX_IDLE_PAGES) {
      throw refused('endless-pages', `Its pages go on without new talks: ${address}`);
    }
    return this.#page(address);
  }

  /** Compares the number of talks with the total that the source states. */
  endOfPages(): void {
    const missing = (this.#total ?? 0) - this.#keys.size;
    if (missing <= 0 || this.#isIncomplete) return;
    this.#isIncomplete = true;
    this.#notes.add('talks missing from the total that the source states: no talk is treated as removed', missing);
  }

  /** Collections that the operator named and, if the whole API is read, all public ones. */
  collections(names: readonly string[]): AsyncGenerator<SourceBatch> {
    const lists = new PublicCollections(this.#access, this.#notes);
    return lists.batches({ names, isAll: this.#isWhole, read: (page, isShown) => this.batch(page, isShown) });
  }

  /** Details of series that talks name only by title. */
  async *series(): AsyncGenerator<SourceBatch> {
    if (!this.#access.hasFurther || this.#access.api === '') return;
    for await (const series of this.#series.described(this.#access)) yield { talks: [], series: [series] };
    const others = 'series read for their details only: their other talks are not imported';
    this.#notes.add(others, this.#isWhole ? 0 : this.#series.read);
    this.#notes.add(
      'series of which only the title could be read: their other details stay as they are',
      this.#series.left,
    );
  }

  /** Notes on the whole import. */
  rest(): SourceBatch {
    this.#topics.summarise();
    this.#divisions.summarise();
    this.#notes.add('descriptions truncated in a list, read in full', this.#descriptions.completed);
    this.#notes.add('descriptions that end in an ellipsis, and may be truncated', this.#descriptions.left);
    const notes = this.#notes.take();
    return this.#isIncomplete ? { talks: [], notes, incomplete: true } : { talks: [], notes };
  }

  /**
   * Address of the next page. OxTalks itself does not link it, but its searches state a total and take a page number.
   * Beyond the last page it returns the last one again.
   */
  #following({ next, address, talks, total }: OxTalksPage): string | undefined {
    if (next !== '') return address === '' ? next : absolute(next, address);
    const isLast = total === undefined || this.#entries >= total || talks.length === 0 || this.#idlePages > 0;
    if (isLast || !/\/search\/?$/.test(pathOf(address))) return undefined;
    const url = new URL(address);
    url.searchParams.set('page', String(Number(url.searchParams.get('page') ?? '1') + 1));
    return url.href;
  }

  /**
   * OxTalks has no entry point, so try the search instead. If that is missing too, the given address is wrong.
   */
  async #root(error: unknown): Promise<OxTalksPage> {
    const { address } = this.#file;
    if (!isMissing(error) || !this.#access.hasFurther || !/^\/(?:api\/?)?$/.test(pathOf(address))) throw error;
    this.#isWhole = true;
    return this.#search(address, SEARCH, EVERYTHING_OXTALKS).catch((failure: unknown) => {
      throw isMissing(failure) ? error : failure;
    });
  }

  async #search(from: string, search: string, everything: string): Promise<OxTalksPage> {
    const address = absolute(search, from);
    try {
      return await this.#page(`${address}?${everything}&count=${COUNT}`);
    } catch (error) {
      // The server may not allow that many talks per page.
      if (!(error instanceof FetchFailure) || error.status !== 400) throw error;
      return this.#page(`${address}?${everything}`);
    }
  }

  #page(address: string): Promise<OxTalksPage> {
    this.#addresses.add(address);
    return this.#access.page(address);
  }
}

function refused(code: string, what: string): FileFailure {
  const hint = 'Report this to whoever runs the source, or search a shorter time.';
  return fileFailure(code, what, hint);
}

/** How a collection refers to the talk; empty if the talk has no key. */
function namesOf(talk: JsonObject): Pick<SourceTalk, 'key' | 'slug'>[] {
  const key = oxtalksKey(talk);
  return key === '' ? [] : [{ key, slug: slugInLink(talk) ?? null }];
}

function absolute(target: string, from: string): string {
  if (URL.canParse(target, from)) return new URL(target, from).href;
  throw new ReadingFailure({
    code: 'bad-address',
    where: '_links',
    what: `${JSON.stringify(target.slice(0, 200))} is not a valid address.`,
    hint: 'Report this to whoever runs the source.',
  });
}

/** Whether the error means that there is no API document at the address. */
function isMissing(error: unknown): boolean {
  return error instanceof FileFailure || (error instanceof FetchFailure && error.status === 404);
}

function pathOf(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname : '';
}

/** After this many complete descriptions in a row, the server is taken not to cut them. */
const ENOUGH = 3;
const CUT = /(?:\.\.\.|…)$/;

/**
 * Listings may cut descriptions and end them with an ellipsis. Such talks are read from their own
 * addresses, until several in a row turn out to be complete.
 */
class CutDescriptions {
  /** Number of descriptions completed, and of those that may be cut but could not be completed. */
  completed = 0;
  left = 0;
  readonly #further: SourceFile['further'];
  #inVain = 0;

  constructor(further: SourceFile['further']) {
    this.#further = further;
  }

  /** @param at address of the listing @throws errors of reading addresses, unless the talk is gone */
  async whole(talk: JsonObject, at: string): Promise<JsonObject> {
    const description = stringText(talk.description);
    // Trims blanks instead of matching them: a pattern would backtrack over a long run of them.
    const beginning = description.trimEnd().replace(CUT, '');
    const mayBeCut = beginning.length < description.trimEnd().length;
    if (!mayBeCut || this.#inVain >= ENOUGH) return talk;
    const found = await this.#described(talk, at);
    if (found === undefined) {
      this.left++;
      return talk;
    }
    const isCut = found.length > description.length && found.startsWith(beginning.trimEnd());
    if (!isCut) {
      if (this.completed === 0) this.#inVain++;
      return talk;
    }
    this.completed++;
    return { ...talk, description: found };
  }

  /** Undefined: it cannot be read. */
  async #described(talk: JsonObject, at: string): Promise<string | undefined> {
    const href = isObject(talk._links) ? hrefOf(talk._links.self) : '';
    if (this.#further === undefined || href === '' || !URL.canParse(href, at)) return undefined;
    try {
      const read = await readJsonDocument(await this.#further(new URL(href, at).href));
      return read.ok && isObject(read.value) ? stringText(read.value.description) : undefined;
    } catch (error) {
      if (error instanceof FetchFailure && !error.isTemporary) return undefined;
      throw error;
    }
  }
}

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
class PublicCollections {
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
