import type { SourceTalk } from '#sources/source-talk.ts';

/** More are another calendar rather than an edited one. */
const MOST_HELD = 20_000;

/** Talks that a source did not have before, until it is known which it has lost. */
export class HeldTalks {
  #talks: SourceTalk[] = [];
  /** Whether there were more than are compared: then none is. */
  isFull = false;

  /** Whether it is held. */
  add(talk: SourceTalk): boolean {
    this.isFull ||= this.#talks.length === MOST_HELD;
    if (!this.isFull) this.#talks.push(talk);
    return !this.isFull;
  }

  /** All of them, once; none if there were too many. */
  takeAll(): readonly SourceTalk[] {
    const talks = this.isFull ? [] : this.#talks;
    this.#talks = [];
    return talks;
  }
}
