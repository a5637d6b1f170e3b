/** Characters. */
const LONGEST = 400;

/** The beginning of a text, without its markup. */
export class Summary {
  readonly #longest: number;
  #text = '';

  /** @param longest how many characters it needs to have */
  constructor(longest = LONGEST) {
    this.#longest = longest;
  }

  get text(): string {
    return this.#text.trim();
  }

  add(text: string): void {
    if (this.#text.length < this.#longest) this.#text += text.slice(0, this.#longest);
  }
}
