import type { SourceNote } from './format.js';

/** Gathers what a reader has to say of a file beside its talks, for the batch that goes out next. */
export class Notes {
  #counts = new Map<string, number>();

  add(what: string, count = 1): void {
    if (count > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }

  /** Those since the last call. */
  take(): readonly SourceNote[] {
    const notes = [...this.#counts].map(([what, count]) => ({ what, count }));
    this.#counts = new Map();
    return notes;
  }
}
