import type {
  Collection,
  Collections,
  GetCollectionQuery,
  GetDepartmentQuery,
  GetPersonQuery,
  GetSeriesQuery,
  GetTopicQuery,
  GetVenueQuery,
  ListCollectionsQuery,
  ListPeopleQuery,
  ListPlacesQuery,
  ListSeriesQuery,
  People,
  PersonWithTalks,
  PlaceEntry,
  Places,
  PlaceWithTalks,
  SearchResult,
  SearchTalksQuery,
  Series,
  SeriesList,
  SuggestNamesQuery,
  Suggestion,
  Suggestions,
  Talk,
  TalkItem,
  Topics,
  TopicWithTalks,
} from './openapi-types.ts';
import { Requests } from './requests.ts';
import type { LecternOptions, RequestOptions } from './requests.ts';

type Value = string | number | boolean;

/** A query whose repeatable parameters may be given once or as a list. Undefined parameters are left out. */
export type QueryOf<Parameters> = {
  readonly [Name in keyof Parameters]: undefined extends Parameters[Name]
    ? OneOrMore<Exclude<Parameters[Name], undefined>> | undefined
    : OneOrMore<Parameters[Name]>;
};

type OneOrMore<T> = T extends readonly (infer Item)[] ? Item | readonly Item[] : T;

/** The query string after a path: `?from=today&speaker=…`, or `''`. */
export function queryString(parameters: Readonly<Record<string, Value | readonly Value[] | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, given] of Object.entries(parameters)) {
    for (const value of [given ?? []].flat()) query.append(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** A slug, or the identifier of a place. Anything else could lead to another path. */
const IDENTIFIER = /^[\w-]+(?::[\w-]+)?$/;

/** @throws TypeError if it is not an identifier */
export function resourcePath(folder: string, identifier: string): string {
  if (!IDENTIFIER.test(identifier)) throw new TypeError(`“${identifier}” is not a slug or the identifier of a place.`);
  return `${folder}/${identifier}`;
}

/** How pages are read. */
interface Reader<Item, Page> {
  /** @param query `?…`, or `''` */
  readonly get: (query: string) => Promise<Page>;
  /** The query of the next page; undefined on the last. */
  readonly next: (page: Page) => string | undefined;
  readonly itemsOf: (page: Page) => readonly Item[];
}

/** Items on several pages. Requests each page only when its first item is needed. */
export class Pages<Item, Page> implements AsyncIterable<Item> {
  readonly #query: string;
  readonly #reader: Reader<Item, Page>;

  constructor(query: string, reader: Reader<Item, Page>) {
    this.#query = query;
    this.#reader = reader;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#reader.itemsOf(page);
  }

  /** The same page by page, as the service returns them. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let query: string | undefined = this.#query;
    while (query !== undefined) {
      const page: Page = await this.#reader.get(query);
      yield page;
      query = this.#reader.next(page);
    }
  }

  /** All items of all pages in one list. */
  async toArray(): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this) items.push(item);
    return items;
  }
}

/** A search, as at `/docs/api/searchTalks`. Of several values of one parameter, any may match. */
export type SearchQuery = WholeTalks<Omit<SearchTalksQuery, 'updated_since'>>;

/** A search whose talks have only some of their members. */
export type FieldsQuery = SearchQuery & QueryOf<Required<Pick<SearchTalksQuery, 'fields'>>>;

/** A search for `changes`. */
export type ChangesQuery = WholeTalks<Omit<SearchTalksQuery, 'page' | 'updated_since'>>;

/** A query without `fields`, which would leave out members that the types of the talks promise. */
type WholeTalks<Query extends { readonly fields?: unknown }> = QueryOf<Omit<Query, 'fields'>>;

/** A talk with only the members that `fields` names. */
export interface TalkFields extends Partial<Omit<Talk, '_links' | '_embedded'>> {
  readonly _links: Pick<Talk['_links'], 'self'> & Partial<Talk['_links']>;
  readonly _embedded?: Partial<Talk['_embedded']>;
}

/** A page of changes: apply `talks`, then `removed`, then store `resume`. */
export interface Changes {
  /** New or changed talks that match, in the order of their changes. */
  readonly talks: readonly Talk[];
  /** Slugs of talks that are gone, or do not match, or no longer match. Some may never have matched. */
  readonly removed: readonly string[];
  /** Pass this to `changes` to continue after this page, now or later. */
  readonly resume: string;
}

/** Entries of lists by name: each has `talks` and `upcoming`, how many talks there are. */
export type PersonEntry = People['_embedded']['people'][number];
export type SeriesEntry = SeriesList['_embedded']['series'][number];
export type CollectionEntry = Collections['_embedded']['collections'][number];
export type TopicEntry = Topics['_embedded']['topics'][number];

/** A page of a search with `fields`. */
interface FieldsResult extends Omit<SearchResult, '_embedded'> {
  readonly _embedded: { readonly talks: readonly TalkFields[] };
}

/** The part that all pages have in common. */
interface Paged {
  readonly _links: { readonly next: { readonly href: string } | null };
}

/** One Lectern service. Every method rejects with a `LecternError` if the service answers with an error. */
export class Lectern {
  readonly #requests: Requests;

  /**
   * @param address of the service, such as `https://talks.example.org`
   * @throws TypeError if it is not an http or https address
   */
  constructor(address: string | URL, options: LecternOptions = {}) {
    this.#requests = new Requests(address, options);
  }

  /** Every talk of a search, on all pages: `for await (const talk of lectern.search({ from: 'today' }))`. */
  search(query: SearchQuery, options: RequestOptions = {}): Pages<Talk, SearchResult> {
    return this.#pages(
      'api/talks/search',
      queryString(query),
      options,
      ({ _embedded }: SearchResult) => _embedded.talks,
    );
  }

  /** The same, but each talk has only the members named in `fields`: `{ from: 'today', fields: ['start'] }`. */
  searchFields(query: FieldsQuery, options: RequestOptions = {}): Pages<TalkFields, FieldsResult> {
    return this.#pages(
      'api/talks/search',
      queryString(query),
      options,
      ({ _embedded }: FieldsResult) => _embedded.talks,
    );
  }

  /** One page of a search: its talks, and `total`, how many there are on all pages. */
  searchPage(query: SearchQuery, options: RequestOptions = {}): Promise<SearchResult> {
    return this.#requests.get(`api/talks/search${queryString(query)}`, options);
  }

  /**
   * What changed in a search, a page at a time.
   * @param start the search, to begin with everything; later the `resume` of the last page that was applied
   */
  async *changes(start: ChangesQuery | string, options: RequestOptions = {}): AsyncGenerator<Changes, void, undefined> {
    const first = typeof start === 'string' ? start : queryString({ ...start, updated_since: 'beginning' });
    const read = ({ _embedded }: SearchResult) => _embedded.talks;
    for await (const page of this.#pages('api/talks/search', first, options, read).pages()) {
      const { changes } = page._links;
      const removed = (page._embedded.removed ?? []).map(({ slug }) => slug);
      yield { talks: page._embedded.talks, removed, resume: this.#requests.queryIn(changes?.href ?? '') };
    }
  }

  talk(slug: string, options: RequestOptions = {}): Promise<Talk> {
    return this.#requests.get(resourcePath('api/talks', slug), options);
  }

  /** A series with all its talks, or those between two dates. */
  series(slug: string, query: WholeTalks<GetSeriesQuery> = {}, options: RequestOptions = {}): Promise<Series> {
    return this.#requests.get(resourcePath('api/series', slug) + queryString(query), options);
  }

  /** A public collection with its talks. */
  collection(
    slug: string,
    query: WholeTalks<GetCollectionQuery> = {},
    options: RequestOptions = {},
  ): Promise<Collection> {
    return this.#requests.get(resourcePath('api/collections/id', slug) + queryString(query), options);
  }

  /** A person with the talks they give. */
  person(slug: string, query: WholeTalks<GetPersonQuery> = {}, options: RequestOptions = {}): Promise<PersonWithTalks> {
    return this.#requests.get(resourcePath('api/person', slug) + queryString(query), options);
  }

  /** The talks of a department and everything under it. @param id such as `place:23232546` */
  department(
    id: string,
    query: WholeTalks<GetDepartmentQuery> = {},
    options: RequestOptions = {},
  ): Pages<TalkItem, PlaceWithTalks> {
    return this.#pages<TalkItem, PlaceWithTalks>(
      resourcePath('api/departments', id),
      queryString(query),
      options,
      talksOf,
    );
  }

  /** The talks at a venue and everything inside it. @param id such as `place:23233603` */
  venue(
    id: string,
    query: WholeTalks<GetVenueQuery> = {},
    options: RequestOptions = {},
  ): Pages<TalkItem, PlaceWithTalks> {
    return this.#pages<TalkItem, PlaceWithTalks>(resourcePath('api/venues', id), queryString(query), options, talksOf);
  }

  /** The talks on a topic. @param uri of the topic */
  topic(
    uri: string,
    query: WholeTalks<Omit<GetTopicQuery, 'uri' | 'q' | 'letter'>> = {},
    options: RequestOptions = {},
  ): Pages<TalkItem, TopicWithTalks> {
    return this.#pages<TalkItem, TopicWithTalks>('api/topics', queryString({ ...query, uri }), options, talksOf);
  }

  /** People, by family name; with `q`, those whose names have words that begin with it. */
  people(query: QueryOf<ListPeopleQuery> = {}, options: RequestOptions = {}): Pages<PersonEntry, People> {
    return this.#pages('api/people', queryString(query), options, ({ _embedded }: People) => _embedded.people);
  }

  /** All series, by title. */
  seriesList(query: QueryOf<ListSeriesQuery> = {}, options: RequestOptions = {}): Pages<SeriesEntry, SeriesList> {
    return this.#pages('api/series', queryString(query), options, ({ _embedded }: SeriesList) => _embedded.series);
  }

  /** All public collections, by title. */
  collections(
    query: QueryOf<ListCollectionsQuery> = {},
    options: RequestOptions = {},
  ): Pages<CollectionEntry, Collections> {
    const read = ({ _embedded }: Collections) => _embedded.collections;
    return this.#pages('api/collections', queryString(query), options, read);
  }

  /** All topics, by name. */
  topics(
    query: QueryOf<Pick<GetTopicQuery, 'q' | 'letter' | 'count' | 'page'>> = {},
    options: RequestOptions = {},
  ): Pages<TopicEntry, Topics> {
    return this.#pages('api/topics', queryString(query), options, ({ _embedded }: Topics) => _embedded.topics);
  }

  /** Departments, or venues with `role: 'venue'`: from the top, or `under` a place; `depth` levels of them. */
  places(query: QueryOf<ListPlacesQuery> = {}, options: RequestOptions = {}): Pages<PlaceEntry, Places> {
    return this.#pages('api/places', queryString(query), options, ({ _embedded }: Places) => _embedded.places);
  }

  /**
   * Names of people, series, departments, venues, topics and collections that begin with what was typed; the best
   * first.
   */
  async suggestions(
    typed: string,
    query: QueryOf<Omit<SuggestNamesQuery, 'q'>> = {},
    options: RequestOptions = {},
  ): Promise<readonly Suggestion[]> {
    const path = `api/suggest${queryString({ ...query, q: typed })}`;
    const { _embedded } = await this.#requests.get<Suggestions>(path, options);
    return _embedded.suggestions;
  }

  #pages<Item, Page extends Paged>(
    path: string,
    query: string,
    options: RequestOptions,
    itemsOf: (page: Page) => readonly Item[],
  ): Pages<Item, Page> {
    const requests = this.#requests;
    return new Pages(query, {
      get: (of) => requests.get<Page>(path + of, options),
      // Use only the query of the link: the service's public address may differ from the one that the client uses.
      next: ({ _links: { next } }) => (next === null ? undefined : requests.queryIn(next.href)),
      itemsOf,
    });
  }
}

function talksOf({ _embedded }: PlaceWithTalks | TopicWithTalks): readonly TalkItem[] {
  return _embedded.talks;
}
