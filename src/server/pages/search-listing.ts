import { queryString } from '#representations/links/links.ts';
import type { Filters } from '#search/query/question.ts';
import type { NamedValue } from '#search/query/request.ts';
import type { AtVersion, Store } from '#store/store.ts';
import { firstTalks, type TalkListKind } from '../api/listing.ts';

/** What a search asks for, in words. */
interface Sought {
  readonly title: string;
}

/** Names of one kind in a title; the rest are counted. */
const MOST_NAMES = 3;

/** A search as something that lists talks: its feed is called after what was asked. @param asked as of ParsedFeed */
export function searchListing(filters: Filters, asked: readonly NamedValue[]): TalkListKind<Sought> {
  return {
    kind: 'search',
    noun: 'search',
    isId: () => true,
    address: (links) => links.talkSearch,
    find: async (store) => {
      const names = new Names(store);
      const title = await titleOf(filters, names);
      return names.of({ title });
    },
    talks: (index, _sought, window, most) => firstTalks(index, filters, window, most),
    envelope: () => {
      throw new Error('a search is written as a search');
    },
    about: ({ title }, pages) => ({ title, description: descriptionOf(asked), page: pages.search(sought(asked)) }),
  };
}

/** What a search is kept under: what it asks for, but not when. */
export function searchKey(asked: readonly NamedValue[]): string {
  return queryString(sought(asked));
}

/** What says which talks, and not how or how many of them. */
function sought(asked: readonly NamedValue[]): readonly NamedValue[] {
  return asked.filter(({ name }) => !APART_FROM_TITLE.includes(name));
}

const APART_FROM_TITLE = ['order', 'count', 'page', 'alarm'];

const NO_VERSION = -1;

/** Looks names up, all of one version of the store. */
class Names {
  readonly #store: Store;
  readonly #versions: number[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  person(slug: string): Promise<string> {
    return this.#take(this.#store.person(slug), ({ name }) => name, slug);
  }

  series(slug: string): Promise<string> {
    return this.#take(this.#store.series(slug), ({ title }) => title, slug);
  }

  place(id: string): Promise<string> {
    return this.#take(this.#store.place(id), ({ name }) => name, id);
  }

  topic(uri: string): Promise<string> {
    return this.#take(this.#store.topic(uri), ({ label }) => label, uri);
  }

  /** At the version that all names are of; of none where the store changed between two. */
  async of<T>(value: T): Promise<AtVersion<T>> {
    const [version = (await this.#store.state()).version, ...others] = this.#versions;
    return { version: others.every((other) => other === version) ? version : NO_VERSION, value };
  }

  async #take<T>(reading: Promise<AtVersion<T | undefined>>, nameOf: (of: T) => string, key: string): Promise<string> {
    const { version, value } = await reading;
    this.#versions.push(version);
    return value === undefined ? key : nameOf(value);
  }
}

/** `Talks with “peat” on Moss by Ada Núñez or Bo Host in Plants & people at Glass House organised by Department of Botany`. */
async function titleOf(filters: Filters, names: Names): Promise<string> {
  const parts = [
    filters.text === null ? '' : `with “${filters.text.text}”`,
    await part('on', filters.topics, (uri) => names.topic(uri)),
    await part('by', filters.speakers, (slug) => names.person(slug)),
    await part('in', filters.series, (slug) => names.series(slug)),
    await part('at', filters.venues, (id) => names.place(id)),
    await part('organised by', filters.departments, (id) => names.place(id)),
  ];
  return ['Talks', ...parts.filter((one) => one !== '')].join(' ');
}

async function part(word: string, keys: readonly string[], nameOf: (key: string) => Promise<string>): Promise<string> {
  if (keys.length === 0) return '';
  const names: string[] = [];
  for (const key of keys.slice(0, MOST_NAMES)) names.push(await nameOf(key));
  if (keys.length > MOST_NAMES) names.push(`${String(keys.length - MOST_NAMES)} more`);
  return `${word} ${names.join(' or ')}`;
}

/** When, and which of those that are cancelled: as it was asked, since `today` is another day tomorrow. */
function descriptionOf(asked: readonly NamedValue[]): string {
  const valueOf = (wanted: string): string | undefined => asked.find(({ name }) => name === wanted)?.value;
  const from = valueOf('from');
  const to = valueOf('to');
  const cancelled = valueOf('cancelled');
  const until = to === undefined ? '' : `, until ${/^plus\d+$/.test(to) ? `${to.slice(4)} days later` : to}`;
  const sentences = [`Talks from ${from ?? 'a year back'} on${until}`];
  if (cancelled === 'omit') sentences.push('Without those that are cancelled');
  if (cancelled === 'only') sentences.push('Only those that are cancelled');
  return sentences.map((sentence) => `${sentence}.`).join(' ');
}
