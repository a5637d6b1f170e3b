import { isTopicUri } from '#catalogue/topic.ts';
import { FetchFailure } from '../fetch/fetch-failure.ts';
import { HtmlReader } from '../html-reader.ts';
import { isObject } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import type { Notes } from '../notes.ts';
import type { SourceTopic } from '../source-talk.ts';
import { decoded } from '../text-decoding.ts';
import { PageFailure } from './oxtalks-access.ts';
import type { OxTalksPage, OxtalksAccess } from './oxtalks-access.ts';
import { hrefOf } from './oxtalks-links.ts';
import { talkKey } from './oxtalks-talk.ts';
import { Tries } from './oxtalks-tries.ts';

/** Where people find all topics that talks have. */
const LIST = '/talks/topics';
const SEARCH = '/talks/search';
const EVERYTHING = 'from=1900-01-01';
const MOST_TOPICS = 5_000;
/** Pages of one search. */
const MOST_PAGES = 2_000;
const ASIDE = { isLasting: true, isAside: true } as const;

/**
 * Topics of talks whose documents leave them out, as those of OxTalks do. They are found in the list of topics that it shows
 * people and by a search for each; of fewer talks than topics, on the page of each talk.
 */
export class MissingTopics {
  readonly #access: OxtalksAccess;
  readonly #notes: Notes;
  readonly #tries = new Tries();
  /** By the key of the talk; undefined: nothing has been searched for. */
  #searched: Map<string, SourceTopic[]> | undefined;
  #isDecided = false;
  /** Whether the pages of talks are looked at. */
  #isByPage = false;
  #read = 0;
  #failed = 0;
  #unknown = 0;

  constructor(access: OxtalksAccess, notes: Notes) {
    this.#access = access;
    this.#notes = notes;
  }

  /** What is found of a talk on this page. @throws what reading addresses does, when the server is unwell */
  async of(talk: JsonObject, page: OxTalksPage): Promise<readonly SourceTopic[]> {
    if (isObject(talk._embedded) && Array.isArray(talk._embedded.topics)) return [];
    if (!this.#isDecided) await this.#decide(page);
    const found = this.#searched?.get(talkKey(talk)) ?? (await this.#onPage(talk, page));
    if (found.length === 0) this.#unknown++;
    return found;
  }

  /** What there is to say of it in the end. */
  tell(): void {
    this.#notes.add('topics found by a search for each, since the talks do not name theirs', this.#read);
    this.#notes.add('topics, or pages of talks, that could not be read: talks keep the topics they have', this.#failed);
    this.#notes.add('talks whose topics the source does not name: they keep those they have', this.#unknown);
  }

  /** Searches, unless the talks are fewer than the topics. */
  async #decide(page: OxTalksPage): Promise<void> {
    this.#isDecided = true;
    const { api, hasFurther } = this.#access;
    if (!hasFurther || api === '') return;
    if (page.isTalk) {
      this.#isByPage = true;
      return;
    }
    const topics = (await this.#linked(api.replace(/\/api$/, LIST))).slice(0, MOST_TOPICS);
    this.#isByPage = topics.length > (page.total ?? page.talks.length);
    if (this.#isByPage) return;
    this.#searched = new Map();
    for (const topic of topics) await this.#search(topic, queryOf(page), this.#searched);
  }

  async #search(topic: SourceTopic, query: string, found: Map<string, SourceTopic[]>): Promise<void> {
    const { api } = this.#access;
    let address = `${api}${SEARCH}?${query}&topic=${encodeURIComponent(topic.uri ?? '')}`;
    const keys = new Set<string>();
    for (let number = 1; number <= MOST_PAGES; number++) {
      const page = await this.#page(address);
      if (page === undefined) return;
      const before = keys.size;
      for (const talk of page.talks) keys.add(talkKey(talk));
      const hasMore = page.next !== '' || keys.size < (page.total ?? 0);
      if (!hasMore || keys.size === before) break;
      const next = new URL(page.next === '' ? address : page.next, page.address);
      if (page.next === '') next.searchParams.set('page', String(number + 1));
      address = next.href;
    }
    this.#read++;
    for (const key of keys) found.set(key, [...(found.get(key) ?? []), topic]);
  }

  /** Undefined when it cannot be had. */
  async #page(address: string): Promise<OxTalksPage | undefined> {
    try {
      const page = this.#tries.isHopeless ? undefined : await this.#tries.have(() => this.#access.page(address, ASIDE));
      if (page !== undefined && !(page instanceof FetchFailure)) return page;
    } catch (error) {
      if (!(error instanceof PageFailure)) throw error;
    }
    this.#failed++;
    return undefined;
  }

  /** Where nothing was searched for, on the page for people. */
  async #onPage({ _links: links }: JsonObject, { address }: OxTalksPage): Promise<readonly SourceTopic[]> {
    const href = isObject(links) ? hrefOf(links.talks_page) : '';
    if (!this.#isByPage) return [];
    return href === '' || !URL.canParse(href, address) ? [] : this.#linked(new URL(href, address).href);
  }

  /** The topics to which a page for people leads. */
  async #linked(address: string): Promise<readonly SourceTopic[]> {
    if (this.#tries.isHopeless) return [];
    const file = await this.#tries.have(() => this.#access.further(address, { ...ASIDE, accept: 'text/html' }));
    if (file instanceof FetchFailure) {
      this.#failed++;
      return [];
    }
    const parts: Buffer[] = [];
    for await (const chunk of file.chunks) parts.push(chunk);
    return linkedTopics(Buffer.concat(parts));
  }
}

/** What a search asks for besides; of what is no search, everything. */
function queryOf({ address }: OxTalksPage): string {
  const { pathname, searchParams } = new URL(address);
  if (!/\/search\/?$/.test(pathname)) return EVERYTHING;
  for (const name of ['page', 'topic', 'format']) searchParams.delete(name);
  return searchParams.toString();
}

/** @param html a page of OxTalks for people, whole */
export function linkedTopics(html: Buffer): SourceTopic[] {
  const labels = new Map<string, string>();
  let open: string | undefined;
  const reader = new HtmlReader({
    onopentag: (name, { href = '' }) => {
      if (name === 'a') open = topicIn(href);
    },
    ontext: (text) => {
      if (open !== undefined) labels.set(open, (labels.get(open) ?? '') + text);
    },
    onclosetag: (name) => {
      if (name === 'a') open = undefined;
    },
  });
  reader.write(decoded(html));
  reader.end();
  return [...labels].map(([uri, label]) => ({ uri, label: label.trim() }));
}

/** OxTalks writes the URI as it is, at the end of the address. */
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
