import type { ReadEvent } from './icalendar-event.ts';
import { repeats } from './icalendar-occurrences.ts';
import type { EventGroup } from './icalendar-occurrences.ts';

/** Characters of the events that are held at once. */
const MOST = 2 * 1024 * 1024;
/** The same of those that must be held to the end. */
const MOST_REPEATING = 128 * 1024 * 1024;

interface Held {
  master: ReadEvent | undefined;
  /** By what they replace. */
  readonly overrides: Map<string, ReadEvent>;
  size: number;
}

/**
 * Events whose others may still come: those that replace a time of one that repeats may stand anywhere, and a later version
 * of an event too. Events that do not repeat are let go when there are too many.
 */
export class HeldEvents {
  #groups = new Map<string, Held>();
  #size = 0;
  /** Of those that take place once. */
  #singleSize = 0;

  /** Whether those that take place once ought to go. */
  get isLarge(): boolean {
    return this.#singleSize > MOST;
  }

  /** Whether there is more than can be held at all. */
  get isFull(): boolean {
    return this.#size > MOST_REPEATING;
  }

  /** True when it is another version of one that was there: the later one counts. */
  add(event: ReadEvent, size: number): boolean {
    // Without a UID nothing can be another version of it.
    const key = event.uid === '' ? ` ${event.line}` : event.uid;
    const held = this.#groups.get(key) ?? { master: undefined, overrides: new Map<string, ReadEvent>(), size: 0 };
    this.#groups.set(key, held);
    held.size += size;
    this.#size += size;
    if (event.recurrence !== undefined) {
      const { kind, wall, zone = '' } = event.recurrence;
      const time = `${kind} ${wall} ${zone}`;
      const before = held.overrides.get(time);
      held.overrides.set(time, laterOf(before, event));
      return before !== undefined;
    }
    if (!repeats(event)) this.#singleSize += size;
    const before = held.master;
    held.master = laterOf(before, event);
    return before !== undefined;
  }

  /** All of them. */
  take(): EventGroup[] {
    const groups = [...this.#groups.values()].map(groupOf);
    this.#groups = new Map();
    this.#size = 0;
    this.#singleSize = 0;
    return groups;
  }

  /** Those that take place once. */
  takeSingle(): EventGroup[] {
    const single: EventGroup[] = [];
    for (const [key, held] of this.#groups) {
      if (held.overrides.size > 0 || held.master === undefined || repeats(held.master)) continue;
      single.push(groupOf(held));
      this.#groups.delete(key);
      this.#size -= held.size;
    }
    this.#singleSize = 0;
    return single;
  }
}

function groupOf({ master, overrides }: Held): EventGroup {
  return { master, overrides: [...overrides.values()] };
}

/** By SEQUENCE, then by LAST-MODIFIED, then by where they stand. */
function laterOf(before: ReadEvent | undefined, event: ReadEvent): ReadEvent {
  if (before === undefined) return event;
  if (before.sequence !== event.sequence) return before.sequence > event.sequence ? before : event;
  return (before.updated ?? '') > (event.updated ?? '') ? before : event;
}
