import type { SourceTalk } from '#sources/source-talk.ts';

/** More new talks than this mean another calendar, not an edited one. */
const MAX_HELD = 20_000;

/** Talks that are new to a source, held until its missing talks are known. */
export class HeldTalks {
  #talks: SourceTalk[] = [];
  /** Whether there were too many: then none is compared. */
  isFull = false;

  /** Returns whether the talk is held. */
  add(talk: SourceTalk): boolean {
    this.isFull ||= this.#talks.length === MAX_HELD;
    if (!this.isFull) this.#talks.push(talk);
    return !this.isFull;
  }

  /** Returns all talks, only once; none if there were too many. */
  takeAll(): readonly SourceTalk[] {
    const talks = this.isFull ? [] : this.#talks;
    this.#talks = [];
    return talks;
  }
}
