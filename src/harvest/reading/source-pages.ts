import type { AnswerPage, PageLink, SourceBatch } from '#sources/source-format.ts';

/** The pages that a source's files are: of one answer, or of several, such as those of two organisations. */
export class SourcePages {
  /** How often there is a page of each number, by how many pages the answer has. */
  readonly #given = new Map<number, Map<number, number>>();
  readonly #links: PageLink[] = [];

  /** Whether the batch says that its file is a page. */
  take({ page, link }: Pick<SourceBatch, 'page' | 'link'>): boolean {
    if (page !== undefined) this.#add(page);
    if (link !== undefined) this.#links.push(link);
    return page !== undefined || link !== undefined;
  }

  #add({ number, count }: AnswerPage): void {
    const pages = this.#given.get(count) ?? new Map<number, number>();
    this.#given.set(count, pages.set(number, (pages.get(number) ?? 0) + 1));
  }

  /** Whether talks may be on pages that no file has. */
  get isPartial(): boolean {
    return this.#missing > 0 || this.#isChainBroken;
  }

  /** For the summary of each file that is a page. */
  get notes(): readonly (readonly [what: string, count: number])[] {
    const missing = ['pages of the answer missing: nothing is taken to have vanished', this.#missing] as const;
    if (this.#isChainBroken) return [missing, ['one page of several: nothing is taken to have vanished', 1]];
    if (this.#further.length === 0) return [missing];
    return [missing, ['one page of several, all of which seem to be given: none but the last has a next page', 1]];
  }

  /** How many pages no file has. A page that is there twice is of two answers. */
  get #missing(): number {
    let missing = 0;
    for (const [count, pages] of this.#given) {
      const times = [...pages.values()];
      missing += Math.max(...times) * count - times.reduce((sum, one) => sum + one, 0);
    }
    return missing;
  }

  /**
   * Whether pages without numbers are not the whole of one answer: although one has a next page, not exactly one is the
   * last, one is there twice, or entries are missing before one that says where it stands.
   */
  get #isChainBroken(): boolean {
    const further = this.#further;
    if (further.length === 0) return false;
    const ends = this.#links.length - further.length;
    if (ends !== 1 || new Set(further.map(({ next }) => next)).size < further.length) return true;
    let begin = 0;
    for (const { upTo = begin, entries } of further.toSorted((one, other) => (one.upTo ?? 0) - (other.upTo ?? 0))) {
      if (upTo - entries > begin) return true;
      begin = upTo;
    }
    return false;
  }

  get #further(): readonly PageLink[] {
    return this.#links.filter(({ next }) => next !== undefined);
  }
}
