import { isLater } from './icalendar-event.ts';
import type { ReadEvent, UnreadEvent } from './icalendar-event.ts';
import { repeats } from './icalendar-occurrences.ts';
import type { EventGroup } from './icalendar-occurrences.ts';
import type { CalendarTime } from './icalendar-time.ts';

/** Limit on events held that do not repeat, in characters (`sizeOfLine`). */
const MAX_SINGLE = 8 * 1024 * 1024;
/** Limit on events that must be held to the end, in characters. */
const MAX_REPEATING = 256 * 1024 * 1024;

interface Held {
  master: ReadEvent | undefined;
  /** By replaced occurrence. */
  readonly overrides: Map<string, ReadEvent>;
  /** Occurrences whose replacement cannot be read. */
  readonly unread: CalendarTime[];
  size: number;
}

/**
 * Holds events until all events with the same UID are known: replaced occurrences of a repeating event, and later
 * versions of any event, may be anywhere in the file. Events that do not repeat are released when there are too many.
 */
export class HeldEvents {
  #groups = new Map<string, Held>();
  #size = 0;
  /** Size of the events that do not repeat. */
  #singleSize = 0;

  /** Whether events that do not repeat should be released. */
  get isLarge(): boolean {
    return this.#singleSize > MAX_SINGLE;
  }

  /** Whether the limit for repeating events is exceeded. */
  get isFull(): boolean {
    return this.#size > MAX_REPEATING;
  }

  /** `version`: another version of the event was held, and the later one counts; `other`: another event has its UID. */
  add(event: ReadEvent, size: number): 'new' | 'version' | 'other' {
    if (event.uid !== '' && isOther(this.#groups.get(event.uid)?.master, event)) {
      this.add({ ...event, uid: '' }, size);
      return 'other';
    }
    // Without a UID, every event is separate.
    const held = this.#held(event.uid === '' ? ` ${event.line}` : event.uid);
    held.size += size;
    this.#size += size;
    if (event.recurrence !== undefined) {
      const { kind, wall, zone = '' } = event.recurrence;
      const time = `${kind} ${wall} ${zone}`;
      const before = held.overrides.get(time);
      held.overrides.set(time, laterOf(before, event));
      return before === undefined ? 'new' : 'version';
    }
    if (!repeats(event)) this.#singleSize += size;
    const before = held.master;
    held.master = laterOf(before, event);
    return before === undefined ? 'new' : 'version';
  }

  /** Excludes the occurrence that an unreadable event replaces: it does not take place as first planned. */
  except({ uid, recurrence }: UnreadEvent, size: number): void {
    if (uid === '' || recurrence === undefined) return;
    const held = this.#held(uid);
    held.unread.push(recurrence);
    held.size += size;
    this.#size += size;
  }

  #held(key: string): Held {
    const held = this.#groups.get(key) ?? { master: undefined, overrides: new Map(), unread: [], size: 0 };
    this.#groups.set(key, held);
    return held;
  }

  take(): EventGroup[] {
    const groups = [...this.#groups.values()].map(groupOf);
    this.#groups = new Map();
    this.#size = 0;
    this.#singleSize = 0;
    return groups;
  }

  /** Releases events that do not repeat. */
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

function groupOf({ master, overrides, unread }: Held): EventGroup {
  const rest = master && (unread.length === 0 ? master : { ...master, except: [...master.except, ...unread] });
  return { master: rest, overrides: [...overrides.values()] };
}

/**
 * Whether two events share a UID by mistake: some programs give all events of a series the same. A later version would
 * have another SEQUENCE or LAST-MODIFIED.
 */
function isOther(before: ReadEvent | undefined, event: ReadEvent): boolean {
  if (before === undefined || event.recurrence !== undefined || repeats(before) || repeats(event)) return false;
  if (before.sequence !== event.sequence || before.updated !== event.updated) return false;
  const { start } = before;
  return start.wall !== event.start.wall || start.zone !== event.start.zone || start.kind !== event.start.kind;
}

/** By `isLater`, then position in the file. */
function laterOf(before: ReadEvent | undefined, event: ReadEvent): ReadEvent {
  return before !== undefined && isLater(before, event) ? before : event;
}
