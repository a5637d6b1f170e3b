import type { AnswerPage } from '#sources/source-format.ts';

/** The pages of a source's answer that its files are. */
export class SourcePages {
  readonly #given = new Set<number>();
  #count = 0;

  add({ number, count }: AnswerPage): void {
    this.#given.add(number);
    this.#count = Math.max(this.#count, count);
  }

  /** How many no file has. */
  get missing(): number {
    return this.#count - [...this.#given].filter((number) => number <= this.#count).length;
  }
}
