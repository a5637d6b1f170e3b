/** The levels of headings in a text: none is skipped, even if the source does. */
export class HeadingLevels {
  readonly #top: number;
  /** Source levels of the headings above the current position. */
  readonly #above: number[] = [];

  /** @param top the level of the first headings: one below the heading above the text */
  constructor(top: number) {
    this.#top = top;
  }

  /** `h3` of a heading. @param level in the source, from 1 */
  tag(level: number): string {
    while ((this.#above.at(-1) ?? 0) >= level) this.#above.pop();
    this.#above.push(level);
    return `h${String(Math.min(6, this.#top + this.#above.length - 1))}`;
  }
}
