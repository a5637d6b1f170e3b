import { shownValue } from '#catalogue/shown-value.ts';
import type { SourceProblem } from '../source-format.ts';

/** Nested objects: `venue.name`. */
export const DEEPEST = 3;
/** Lists, and fields, that a message names. */
const SHOWN = 10;
/** Lists that are examined. */
const MOST_LISTS = 100;

/** A JSON object or YAML map. */
type Members = ReadonlyMap<string, unknown>;

export interface FoundList {
  /** Keys that lead to it; none when it is the document. */
  readonly path: readonly string[];
  readonly entries: readonly unknown[];
}

type Syntax = 'JSON' | 'YAML';

interface ListOptions {
  readonly syntax: Syntax;
  /** Whether these objects have, as recognised or mapped, what a talk must have. */
  readonly isOfTalks: (entries: readonly unknown[]) => boolean;
}

/** The list, if the document is one or contains one of objects, or of several one of talks. */
export function listIn(value: unknown, options: ListOptions): FoundList | SourceProblem {
  if (Array.isArray(value)) {
    const entries: readonly unknown[] = value;
    return entries.length > 0 && !hasObjects(entries) ? noList([], value, options) : { path: [], entries };
  }
  const lists = [...listsIn(value, [])];
  const ofObjects = lists.filter(({ entries }) => hasObjects(entries));
  if (ofObjects.length === 0 && lists.every(({ entries }) => entries.length > 0)) return noList([], value, options);
  const named = ofObjects.filter(({ path }) => TALKS.test(path.at(-1) ?? ''));
  const [only] = [lists, ofObjects, named].find(({ length }) => length === 1) ?? [];
  if (only !== undefined && (only.entries.length === 0 || hasObjects(only.entries))) return only;
  const [found, second] = ofObjects.slice(0, MOST_LISTS).filter(({ entries }) => options.isOfTalks(entries));
  return found !== undefined && second === undefined ? found : noList(ofObjects, value, options);
}

const TALKS = /^(?:talks|seminars|lectures)$/i;

function* listsIn(value: unknown, path: readonly string[]): Generator<FoundList> {
  for (const [name, member] of membersOf(value) ?? []) {
    const inside = [...path, name];
    if (Array.isArray(member)) yield { path: inside, entries: member };
    else if (inside.length < DEEPEST) yield* listsIn(member, inside);
  }
}

function hasObjects(entries: readonly unknown[]): boolean {
  return entries.some((entry) => membersOf(entry) !== undefined);
}

/** Undefined for anything but an object or map. */
export function membersOf(value: unknown): Members | undefined {
  if (value instanceof Map) {
    const named = [...value].filter((pair): pair is [string, unknown] => typeof pair[0] === 'string');
    return new Map(named);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return new Map(Object.entries(value));
}

/** @param found lists of objects */
function noList(found: readonly FoundList[], value: unknown, { syntax }: ListOptions): SourceProblem {
  const names = [...(membersOf(value)?.keys() ?? [])];
  const has = names.length === 0 ? '' : ` It has ${shownNames(names)}.`;
  const lists = shownNames(found.map(({ path }) => path.join('.')));
  return {
    code: 'no-list',
    where: '',
    what:
      found.length === 0
        ? `It is ${syntax} of no known format, and contains no list of objects.${has}`
        : `It is ${syntax} of no known format, and contains several lists of objects: ${lists}.`,
    hint:
      found.length === 0
        ? 'Use a list with an object for each talk, or an object with one such list.'
        : "If one of them is of talks, say how it names title and start: --map 'title=…' --map 'start=…'.",
    line: 0,
  };
}

/** A list of objects in which title or start are not recognised. @param failure the field that is missing */
export function unknownFields(
  { path, entries }: FoundList,
  fields: readonly string[],
  { syntax, failure }: { readonly syntax: Syntax; readonly failure: SourceProblem },
): SourceProblem {
  const list = path.length === 0 ? 'a list' : `the list ${shownValue(path.join('.'))}`;
  const meaning = failure.where === 'title' ? 'what a talk is called' : 'when a talk begins';
  const objects = `${entries.length.toLocaleString('en')} ${entries.length === 1 ? 'object' : 'objects'}`;
  return {
    ...failure,
    what:
      `It is ${syntax} of no known format: ${list} of ${objects} with ${shownNames(fields)}. ` +
      `None of these is recognised as saying ${meaning}.`,
    hint: `Name the fields: ${failure.where === 'title' ? "--map 'title=…' --map 'start=…'" : "--map 'start=…'"}.`,
  };
}

function shownNames(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map((name) => shownValue(name));
  const more = names.length - shown.length;
  return `${shown.join(', ') || 'no fields'}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`;
}
