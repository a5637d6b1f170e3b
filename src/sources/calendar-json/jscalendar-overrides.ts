import { isObject, listOf, membersOf } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';

/** Members that say when an event repeats; a single occurrence must not have them. */
const OF_SERIES = ['recurrenceRules', 'recurrenceRule', 'excludedRecurrenceRules', 'recurrenceOverrides'];
/** Limit on the depth of a patch. */
const DEEPEST = 8;

/** Occurrences that differ from their event: copies of the event, patched (RFC 8984, 4.3.5). */
export function* overriddenEvents(event: JsonObject): Generator<JsonObject> {
  const overrides = membersOf(event.recurrenceOverrides);
  const shared = Object.fromEntries(Object.entries(event).filter(([name]) => !OF_SERIES.includes(name)));
  for (const [moment, patch] of Object.entries(overrides)) {
    if (!isObject(patch) || patch.excluded === true || Object.keys(patch).length === 0) continue;
    let occurrence: JsonObject = { ...shared, start: moment };
    for (const [pointer, value] of Object.entries(patch)) occurrence = patched(occurrence, pathOf(pointer), value);
    yield { ...occurrence, recurrenceId: moment, recurrenceIdTimeZone: event.timeZone };
  }
}

/** A JSON pointer without its first slash. */
function pathOf(pointer: string): string[] {
  return pointer.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A copy of the object with another value at the path; null removes the member. */
function patched(object: JsonObject, [name = '', ...rest]: readonly string[], value: unknown): JsonObject {
  if (rest.length > DEEPEST) return object;
  const { [name]: before, ...others } = object;
  if (rest.length === 0) return value === null ? others : { ...others, [name]: value };
  if (Array.isArray(before)) return { ...others, [name]: listOf(before) };
  return isObject(before) ? { ...others, [name]: patched(before, rest, value) } : object;
}
