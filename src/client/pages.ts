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
