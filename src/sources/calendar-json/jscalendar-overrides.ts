import type { Budget } from '../icalendar/recurrence.ts';
import { isObject, membersOf } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';

/** Members of an event that are read of a changed occurrence; when it repeats is not among them. */
const READ = [
  'uid',
  'start',
  'timeZone',
  'duration',
  'showWithoutTime',
  'sequence',
  'updated',
  'status',
  'privacy',
  'title',
  'locale',
  'description',
] as const;
/** The same, with members of their own. */
const MAPS = ['locations', 'virtualLocations', 'links', 'keywords', 'participants'] as const;
const NAMES: ReadonlySet<string> = new Set([...READ, ...MAPS]);
/** Limit on the depth of a patch. */
const DEEPEST = 8;

/**
 * Occurrences that differ from their event: copies of the event, patched (RFC 8984, 4.3.5).
 *
 * @param work members that are copied or read again
 * @throws Exhausted
 */
export function* overriddenEvents(event: JsonObject, work: Budget): Generator<JsonObject> {
  const shared = Object.fromEntries(Object.entries(event).filter(([name]) => NAMES.has(name)));
  const size = MAPS.reduce((sum, name) => sum + Object.keys(membersOf(shared[name])).length, NAMES.size);
  for (const [moment, patch] of Object.entries(membersOf(event.recurrenceOverrides))) {
    if (!isObject(patch) || patch.excluded === true || Object.keys(patch).length === 0) continue;
    work.spend(size);
    const occurrence = new PatchedEvent({ ...shared, start: moment }, work);
    for (const [pointer, value] of Object.entries(patch)) occurrence.patch(pathOf(pointer), value);
    yield { ...occurrence.event, recurrenceId: moment, recurrenceIdTimeZone: event.timeZone };
  }
}

/** A JSON pointer without its first slash. */
function pathOf(pointer: string): string[] {
  return pointer.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

type Members = Record<string, unknown>;

/** A copy of an event that shares with it what is not patched. */
class PatchedEvent {
  readonly event: Members;
  readonly #work: Budget;
  /** Objects that were copied already. */
  readonly #own = new Set<unknown>();

  constructor(event: Members, work: Budget) {
    this.event = event;
    this.#work = work;
  }

  /** Sets the value at the path; null removes it. Ignores a path through something that is not there. */
  patch(path: readonly string[], value: unknown): void {
    const [first = ''] = path;
    const name = path.at(-1) ?? '';
    if (!NAMES.has(first) || path.length > DEEPEST + 1 || path.includes('__proto__')) return;
    let object = this.event;
    for (const step of path.slice(0, -1)) {
      const inner = object[step];
      if (!isObject(inner)) return;
      object = object[step] = this.#ownCopy(inner);
    }
    object[name] = value ?? undefined;
  }

  #ownCopy(object: JsonObject): Members {
    if (this.#own.has(object)) return object;
    this.#work.spend(Object.keys(object).length);
    const copy = { ...object };
    this.#own.add(copy);
    return copy;
  }
}
