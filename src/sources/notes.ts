import type { Hidden } from './hidden.ts';
import type { SourceNote } from './source-format.ts';
import type { SourceTalk } from './source-talk.ts';

/** Collects the notes for the next batch. */
export class Notes {
  #counts = new Map<string, number>();

  add(what: string, count = 1): void {
    if (count > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }

  /** Notes added since the last call. */
  take(): readonly SourceNote[] {
    const notes = [...this.#counts].map(([what, count]) => ({ what, count }));
    this.#counts = new Map();
    return notes;
  }
}

/** How a time was interpreted, in the same words for every format. */
export function noteClock(notes: Notes, { clock, zone }: Pick<SourceTalk, 'clock' | 'zone'>): void {
  if (clock === 'floating') notes.add(`without a time zone: read in ${zone} (--time-zone)`);
  if (clock === 'all-day') notes.add('all day: on dates, without hours');
}

/** Counts a talk that must not be published. */
export function noteHidden(notes: Notes, hidden: Hidden): void {
  notes.add(`${hidden}: left out (import with --explain left-out shows them)`);
}

/** Counts talks without an end. */
export function noteNoEnd(notes: Notes, count = 1): void {
  notes.add('without an end: ends when it starts', count);
}
