import type { AnswerPage } from '#sources/source-format.ts';

/** Pages among a source's files: of one response, or of several, such as those of two organisations. */
export class SourcePages {
  /** How many files have each page number, by page count of the response. */
  readonly #given = new Map<number, Map<number, number>>();

  add({ number, count }: AnswerPage): void {
    const pages = this.#given.get(count) ?? new Map<number, number>();
    this.#given.set(count, pages.set(number, (pages.get(number) ?? 0) + 1));
  }

  /** Number of missing pages. A page that is there twice belongs to two responses. */
  get missing(): number {
    let missing = 0;
    for (const [count, pages] of this.#given) {
      const times = [...pages.values()];
      missing += Math.max(...times) * count - times.reduce((sum, one) => sum + one, 0);
    }
    return missing;
  }
}
