/** Characters of a summary by default. */
const MAX_LENGTH = 400;

/** The beginning of a text, without its markup. */
export class Summary {
  readonly #longest: number;
  #text = '';

  /** @param longest how many characters are needed; further text is ignored */
  constructor(longest = MAX_LENGTH) {
    this.#longest = longest;
  }

  get text(): string {
    return this.#text.trim();
  }

  get isFull(): boolean {
    return this.#text.length >= this.#longest;
  }

  add(text: string): void {
    if (!this.isFull) this.#text += text.slice(0, this.#longest);
  }
}
