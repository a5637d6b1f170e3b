import type { AnswerPage } from '#sources/source-format.ts';

/** The pages that a source's files are: of one answer, or of several, such as those of two organisations. */
export class SourcePages {
  /** How often there is a page of each number, by how many pages the answer has. */
  readonly #given = new Map<number, Map<number, number>>();

  add({ number, count }: AnswerPage): void {
    const pages = this.#given.get(count) ?? new Map<number, number>();
    this.#given.set(count, pages.set(number, (pages.get(number) ?? 0) + 1));
  }

  /** How many pages no file has. A page that is there twice is of two answers. */
  get missing(): number {
    let missing = 0;
    for (const [count, pages] of this.#given) {
      const times = [...pages.values()];
      missing += Math.max(...times) * count - times.reduce((sum, one) => sum + one, 0);
    }
    return missing;
  }
}
