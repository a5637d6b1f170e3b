import type { Hidden } from './hidden.ts';
import type { NoteAbout, NoteExample, SourceNote } from './source-format.ts';
import type { SourceTalk } from './source-talk.ts';

/** Collects the notes for the next batch. */
export class Notes {
  #notes = new Map<string, SourceNote>();
  #entry: NoteExample | undefined;

  /** The entry that is read from now on: the example of what is noted. */
  at(line: number, title = ''): void {
    this.#entry = { line, title };
  }

  add(what: string, count = 1, about?: NoteAbout): void {
    if (count <= 0) return;
    const { count: before = 0, example = this.#entry } = this.#notes.get(what) ?? {};
    this.#notes.set(what, { what, count: before + count, about, example });
  }

  /** Something is left out. */
  leave(what: string, count = 1): void {
    this.add(what, count, 'left-out');
  }

  /** Notes added since the last call. */
  take(): readonly SourceNote[] {
    const notes = [...this.#notes.values()];
    this.#notes = new Map();
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
  notes.leave(`${hidden}: left out (import with --explain left-out shows them)`);
}

/** Counts talks without an end. */
export function noteNoEnd(notes: Notes, count = 1): void {
  notes.add('without an end: ends when it starts', count, 'fields');
}
