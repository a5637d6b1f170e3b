import type { SourceNote } from './format.ts';
import type { SourceTalk } from './source-talk.ts';

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

/** Says how a time that needs explaining was read, in the same words for every format. */
export function noteClock(notes: Notes, { clock, zone }: Pick<SourceTalk, 'clock' | 'zone'>): void {
  if (clock === 'floating') notes.add(`at a time of no zone: read in ${zone} (--time-zone)`);
  if (clock === 'all-day') notes.add(`a whole day: from midnight to midnight in ${zone}`);
}

/** Says of a talk whose end nobody gave what was made of it. */
export function noteNoEnd(notes: Notes, count = 1): void {
  notes.add('without an end: ends when it begins', count);
}
