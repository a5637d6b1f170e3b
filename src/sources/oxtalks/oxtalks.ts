import { FetchFailure } from '../fetch/fetch-failure.js';
import type { FurtherFile, ReadOptions, SourceBatch, SourceFile, SourceProblem } from '../format.js';
import { readJsonDocument } from '../json-document.js';
import { Notes } from '../notes.js';
import { CutDescriptions } from './oxtalks-descriptions.js';
import { oxtalksDocument } from './oxtalks-document.js';
import type { OxtalksDocument } from './oxtalks-document.js';
import { keyOf, oxtalksTalk } from './oxtalks-talk.js';
import { ReadingFailure } from '../reading-problem.js';
import type { SourceTalk } from '../source-talk.js';
import { UTC, ianaZone } from '../wall-clock.js';
import type { Zone } from '../wall-clock.js';

/** Where an API of this kind has its search, and from when on everything is found. OxTalks' own dates begin in 1900. */
const SEARCH = '/api/talks/search';
const EVERYTHING = 'from=0001-01-01';
const EVERYTHING_OXTALKS = 'from=1900-01-01';
/** Talks on a page, where we are the ones who ask: so many take an old server a few seconds. */
const COUNT = 200;
/** Pages one after the other that bring nothing which was not there before. */
const MOST_IDLE_PAGES = 3;

/**
 * Reads an API such as OxTalks has: a search, a series, a list, a person, a talk, or its entry point, which means all talks.
 * Further pages are read one after the other; of a file on the disk there are none.
 */
export async function* readOxtalks(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const mirror = new Mirror(file, ianaZone(options.zone) ?? UTC);
  try {
    let page: Page | undefined = await mirror.first();
    while (page !== undefined) {
      yield await mirror.batch(page);
      page = await mirror.next(page);
    }
    yield mirror.rest();
  } catch (error) {
    if (!(error instanceof PageFailure)) throw error;
    yield { talks: [], notes: mirror.rest().notes ?? [], failure: error.failure };
  }
}

/** A page that is not what it should be. */
class PageFailure extends Error {
  readonly failure: SourceProblem;

  constructor(failure: SourceProblem) {
    super(failure.what);
    this.failure = failure;
  }
}

interface Page extends OxtalksDocument {
  /** Absolute; `''` of a file on the disk. */
  readonly address: string;
}

class Mirror {
  readonly #file: SourceFile;
  readonly #zone: Zone;
  readonly #notes = new Notes();
  readonly #descriptions: CutDescriptions;
  /** Talks, and pages, that have been read. */
  readonly #keys = new Set<string>();
  readonly #addresses = new Set<string>();
  #entries = 0;
  #idlePages = 0;
  #isIncomplete = false;
  #total: number | undefined;

  constructor(file: SourceFile, zone: Zone) {
    this.#file = file;
    this.#zone = zone;
    this.#descriptions = new CutDescriptions(file.further);
  }

  async first(): Promise<Page> {
    const file = this.#file;
    const page = await this.#page(file).catch((error: unknown) => this.#root(error));
    this.#addresses.add(page.address);
    if (page.search === '' || file.further === undefined) return page;
    return this.#search(page.address, page.search, EVERYTHING);
  }

  async batch({ talks, series, total, address, isTalk }: Page): Promise<SourceBatch> {
    const found: SourceTalk[] = [];
    const problems: SourceProblem[] = [];
    const before = this.#keys.size;
    let again = 0;
    this.#total = total ?? this.#total;
    for (const talk of talks) {
      const line = ++this.#entries;
      const key = keyOf(talk);
      if (key !== '' && this.#keys.has(key)) {
        again++;
        continue;
      }
      const whole = isTalk ? talk : await this.#descriptions.whole(talk, address);
      const read = oxtalksTalk(whole, { line, zone: this.#zone, series });
      if ('code' in read) problems.push(read);
      else found.push(read);
      this.#keys.add(key === '' ? `entry ${line}` : key);
    }
    this.#idlePages = this.#keys.size === before ? this.#idlePages + 1 : 0;
    this.#notes.add('talks that came a second time, on another page or in another role', again);
    return { talks: found, problems };
  }

  /** Undefined after the last. */
  async next(page: Page): Promise<Page | undefined> {
    const address = this.#following(page);
    if (address === undefined) return undefined;
    const { further } = this.#file;
    if (further === undefined) {
      this.#isIncomplete = true;
      this.#notes.add('page of several: the file is read as this page alone; import the address to read all of them');
      return undefined;
    }
    if (this.#addresses.has(address)) {
      throw failed('endless-pages', `Its pages lead back to one that was read before: ${address}`, HINT);
    }
    if (this.#idlePages >= MOST_IDLE_PAGES) {
      throw failed('endless-pages', `Its pages go on and bring no other talks: ${address}`, HINT);
    }
    return this.#further(address);
  }

  /** What there is to say when all has been read. */
  rest(): SourceBatch {
    const missing = (this.#total ?? 0) - this.#keys.size;
    if (missing > 0 && !this.#isIncomplete) {
      this.#isIncomplete = true;
      this.#notes.add('talks that the source counts and did not send: nothing is taken as gone from it', missing);
    }
    this.#notes.add('descriptions cut short in a list, read whole', this.#descriptions.completed);
    this.#notes.add('descriptions that end in an ellipsis, and may be cut short', this.#descriptions.left);
    const notes = this.#notes.take();
    return this.#isIncomplete ? { talks: [], notes, incomplete: true } : { talks: [], notes };
  }

  /**
   * Where it goes on. OxTalks itself names no next page and has some all the same: its searches say how many talks there are,
   * and take a page's number. Past the last page it gives the last again.
   */
  #following({ next, address, talks, total }: Page): string | undefined {
    if (next !== '') return address === '' ? next : absolute(next, address);
    const isLast = total === undefined || this.#entries >= total || talks.length === 0 || this.#idlePages > 0;
    if (isLast || !/\/search\/?$/.test(pathOf(address))) return undefined;
    const url = new URL(address);
    url.searchParams.set('page', String(Number(url.searchParams.get('page') ?? '1') + 1));
    return url.href;
  }

  /** OxTalks has no entry point: where one was asked for, and is not, its search is tried. */
  async #root(error: unknown): Promise<Page> {
    const { address, further } = this.#file;
    const isMissing = error instanceof PageFailure || (error instanceof FetchFailure && error.status === 404);
    if (!isMissing || further === undefined || !/^\/(?:api\/?)?$/.test(pathOf(address))) throw error;
    return this.#search(address, SEARCH, EVERYTHING_OXTALKS);
  }

  async #search(from: string, search: string, everything: string): Promise<Page> {
    const address = absolute(search, from);
    try {
      return await this.#further(`${address}?${everything}&count=${COUNT}`);
    } catch (error) {
      // So many may be more than its operator allows.
      if (!(error instanceof FetchFailure) || error.status !== 400) throw error;
      return this.#further(`${address}?${everything}`);
    }
  }

  async #further(address: string): Promise<Page> {
    const { further } = this.#file;
    if (further === undefined) throw new Error('Only an address has further pages');
    this.#addresses.add(address);
    const file: FurtherFile = await further(address);
    const page = await this.#page(file);
    this.#notes.add('pages used again that an import which was interrupted had fetched', file.isKept ? 1 : 0);
    return page;
  }

  async #page(file: SourceFile): Promise<Page> {
    const read = await readJsonDocument(file);
    const where = file.address === '' ? '' : ` (${file.address})`;
    if (!read.ok) throw new PageFailure({ ...read.failure, what: `${read.failure.what}${where}` });
    const document = oxtalksDocument(read.value);
    if (document !== undefined) return { ...document, address: file.address };
    throw failed(
      'not-oxtalks',
      `There are no talks in it, as an API like that of OxTalks has them${where}.`,
      'Give the address of a search, a series, a list or a talk, such as https://host/api/talks/search?from=today.',
    );
  }
}

const HINT = 'Tell whoever runs the source; a search for a shorter time may have fewer pages.';

function failed(code: string, what: string, hint: string): PageFailure {
  return new PageFailure({ code, where: '', what, hint, line: 0 });
}

function absolute(target: string, from: string): string {
  if (URL.canParse(target, from)) return new URL(target, from).href;
  throw new ReadingFailure({
    code: 'bad-address',
    where: '_links',
    what: `${JSON.stringify(target.slice(0, 200))} is no address.`,
    hint: 'Tell whoever runs the source.',
  });
}

function pathOf(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname : '';
}
