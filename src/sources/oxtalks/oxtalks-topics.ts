import { isTopicUri } from '#catalogue/topic.ts';
import { FetchFailure } from '../fetch/fetch-failure.ts';
import { FileFailure } from '../file-failure.ts';
import { isObject, type JsonObject } from '../json-document.ts';
import type { Notes } from '../notes.ts';
import type { SourceTopic } from '../source-talk.ts';
import { OptionalDocuments, type OxtalksAccess, type OxTalksPage, type PageLink } from './oxtalks-access.ts';
import { hrefOf } from './oxtalks-document.ts';
import { oxtalksKey } from './oxtalks-talk.ts';

/** Page that lists all topics of talks. */
const LIST = '/talks/topics';
const SEARCH = '/talks/search';
const EVERYTHING = 'from=1900-01-01';
const MAX_TOPICS = 5_000;
/** Limit on the pages of one search. */
const MAX_PAGES = 2_000;
const ASIDE = { isLasting: true, isAside: true } as const;

/**
 * Topics of talks whose documents omit them, as in OxTalks. They are found by searching for each topic on the
 * page of topics; or, if there are fewer talks than topics, on the page of each talk.
 */
export class MissingTopics {
  readonly #access: OxtalksAccess;
  readonly #notes: Notes;
  readonly #documents = new OptionalDocuments();
  /** Topics by key of the talk; undefined: there was no search. */
  #searched: Map<string, SourceTopic[]> | undefined;
  #isDecided = false;
  /** Whether to read the page of each talk instead. */
  #isByPage = false;
  #read = 0;
  #failed = 0;
  #unknown = 0;

  constructor(access: OxtalksAccess, notes: Notes) {
    this.#access = access;
    this.#notes = notes;
  }

  /** @throws as `OptionalDocuments.get` */
  async of(talk: JsonObject, page: OxTalksPage): Promise<readonly SourceTopic[]> {
    if (isObject(talk._embedded) && Array.isArray(talk._embedded.topics)) return [];
    if (!this.#isDecided) await this.#decide(page);
    const found = this.#searched?.get(oxtalksKey(talk)) ?? (await this.#onPage(talk, page));
    if (found.length === 0) this.#unknown++;
    return found;
  }

  /** Adds notes on the whole import. */
  summarise(): void {
    this.#notes.add('topics found by searching for each, because talks do not list theirs', this.#read);
    this.#notes.add('topics, or pages of talks, that could not be read: talks keep the topics they have', this.#failed);
    this.#notes.add('talks without topics in the source: they keep those they have', this.#unknown);
  }

  /** Searches, unless there are fewer talks than topics. */
  async #decide(page: OxTalksPage): Promise<void> {
    this.#isDecided = true;
    const { api, hasFurther } = this.#access;
    if (!hasFurther || api === '') return;
    if (page.isTalk) {
      this.#isByPage = true;
      return;
    }
    const topics = (await this.#linked(api.replace(/\/api$/, LIST))).slice(0, MAX_TOPICS);
    this.#isByPage = topics.length > (page.total ?? page.talks.length);
    if (this.#isByPage) return;
    this.#searched = new Map();
    for (const topic of topics) await this.#search(topic, queryOf(page), this.#searched);
  }

  async #search(topic: SourceTopic, query: string, found: Map<string, SourceTopic[]>): Promise<void> {
    const { api } = this.#access;
    let address = `${api}${SEARCH}?${query}&topic=${encodeURIComponent(topic.uri ?? '')}`;
    const keys = new Set<string>();
    for (let number = 1; number <= MAX_PAGES; number++) {
      const page = await this.#page(address);
      if (page === undefined) return;
      const before = keys.size;
      for (const talk of page.talks) keys.add(oxtalksKey(talk));
      const hasMore = page.next !== '' || keys.size < (page.total ?? 0);
      if (!hasMore || keys.size === before) break;
      const next = new URL(page.next === '' ? address : page.next, page.address);
      if (page.next === '') next.searchParams.set('page', String(number + 1));
      address = next.href;
    }
    this.#read++;
    for (const key of keys) {
      const topics = found.get(key);
      if (topics === undefined) found.set(key, [topic]);
      else topics.push(topic);
    }
  }

  /** Undefined: it cannot be read. */
  async #page(address: string): Promise<OxTalksPage | undefined> {
    try {
      const page = this.#documents.isHopeless
        ? undefined
        : await this.#documents.get(() => this.#access.page(address, ASIDE));
      if (page !== undefined && !(page instanceof FetchFailure)) return page;
    } catch (error) {
      if (!(error instanceof FileFailure)) throw error;
    }
    this.#failed++;
    return undefined;
  }

  /** Topics on the page of the talk, unless they were searched for. */
  async #onPage({ _links: links }: JsonObject, { address }: OxTalksPage): Promise<readonly SourceTopic[]> {
    const href = isObject(links) ? hrefOf(links.talks_page) : '';
    if (!this.#isByPage) return [];
    return href === '' || !URL.canParse(href, address) ? [] : this.#linked(new URL(href, address).href);
  }

  /** Topics that an HTML page links to. */
  async #linked(address: string): Promise<readonly SourceTopic[]> {
    if (this.#documents.isHopeless) return [];
    const links = await this.#documents.get(() => this.#access.links(address, ASIDE));
    if (!(links instanceof FetchFailure)) return linkedTopics(links);
    this.#failed++;
    return [];
  }
}

/** Query of a search, without topic and page; for other documents, one that finds everything. */
function queryOf({ address }: OxTalksPage): string {
  const { pathname, searchParams } = new URL(address);
  if (!/\/search\/?$/.test(pathname)) return EVERYTHING;
  for (const name of ['page', 'topic', 'format']) searchParams.delete(name);
  return searchParams.toString();
}

function linkedTopics(links: readonly PageLink[]): SourceTopic[] {
  const labels = new Map<string, string>();
  for (const { href, text } of links) {
    const uri = topicIn(href);
    if (uri !== undefined && text !== '') labels.set(uri, text.trim());
  }
  return [...labels].map(([uri, label]) => ({ uri, label }));
}

/** OxTalks puts the URI at the end of the address, unencoded. */
function topicIn(href: string): string | undefined {
  const [, written = ''] = /\/talks\/topics\/id\/?\?uri=(.+)$/s.exec(href) ?? [];
  if (isTopicUri(written)) return written;
  try {
    const uri = decodeURIComponent(written);
    return isTopicUri(uri) ? uri : undefined;
  } catch {
    return undefined;
  }
}
