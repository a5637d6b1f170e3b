import { shownValue } from '#catalogue/shown-value.ts';
import type { SourceProblem } from '../source-format.ts';
import { MAX_LISTS, hasObjects, keyedEntries, listsInside, membersOf } from './nested-lists.ts';
import type { FoundList, ListPath } from './nested-lists.ts';

/** Limit on nested objects such as `venue.name`. */
export const DEEPEST = 3;
/** Lists or fields to name in a message. */
const SHOWN = 10;

export type Syntax = 'JSON' | 'TOML' | 'YAML' | 'front matter';

interface ListOptions {
  readonly syntax: Syntax;
  /** Whether these objects have the fields that a talk must have, recognised or mapped. */
  readonly isOfTalks: (entries: readonly unknown[]) => boolean;
}

/** The document itself if it is a list, else its only list of objects; of several, those of talks. */
export function listIn(value: unknown, options: ListOptions): FoundList | SourceProblem {
  if (Array.isArray(value)) {
    const entries: readonly unknown[] = value;
    if (entries.length > 0 && !hasObjects(entries)) return noList([], value, options);
    return ofTalks({ paths: [[]], entries }, options);
  }
  const lists = [...listsIn(value, [])];
  const ofObjects = lists.filter(({ entries }) => hasObjects(entries));
  const keyed = keyedIn(value, options, ofObjects.length > 0);
  if (keyed !== undefined) return keyed;
  if (ofObjects.length === 0 && lists.every(({ entries }) => entries.length > 0)) return noList([], value, options);
  const named = ofObjects.filter((list) => TALKS.test(nameOf(list)));
  const [only] = [lists, ofObjects, named].find(({ length }) => length === 1) ?? [];
  if (only !== undefined && (only.entries.length === 0 || hasObjects(only.entries))) return ofTalks(only, options);
  return together(ofObjects.slice(0, MAX_LISTS), options) ?? noList(ofObjects, value, options);
}

/** A list, or the lists within its entries if only those are of talks, or are named `talks` or the like. */
function ofTalks(list: FoundList, { isOfTalks }: ListOptions): FoundList {
  return listsInside(list, isOfTalks, isOfTalks(list.entries) ? PARTS : /./) ?? list;
}

/** Names of the lists within a day or session. */
const PARTS = /^(?:talks|seminars|lectures|sessions|presentations|contributions)$/i;

/** All lists of talks, joined: such as one for spring and one for autumn. */
function together(lists: readonly FoundList[], options: ListOptions): FoundList | undefined {
  const found = lists.map((list) => ofTalks(list, options)).filter(({ entries }) => options.isOfTalks(entries));
  if (found.length === 0) return undefined;
  return { paths: found.flatMap(({ paths }) => paths), entries: found.flatMap(({ entries }) => entries) };
}

/** A map of talks by identifier or day: the document, or its only member. @param hasLists only by day */
function keyedIn(value: unknown, { isOfTalks }: ListOptions, hasLists: boolean): FoundList | undefined {
  const [only, second] = [...(membersOf(value) ?? [])];
  const inside = only === undefined || second !== undefined ? undefined : keyedEntries(only[1], [only[0]]);
  return [keyedEntries(value), inside].find((found) => {
    if (found === undefined || (hasLists && !found.paths.every((path) => path.length > 0))) return false;
    return isOfTalks(found.entries);
  });
}

function nameOf({ paths: [path = []] }: FoundList): string {
  return String(path.at(-1) ?? '');
}

const TALKS = /^(?:talks|seminars|lectures)$/i;

function* listsIn(value: unknown, path: ListPath): Generator<FoundList> {
  for (const [name, member] of membersOf(value) ?? []) {
    const inside = [...path, name];
    if (Array.isArray(member)) yield { paths: [inside], entries: member };
    else if (inside.length < DEEPEST) yield* listsIn(member, inside);
  }
}

/** @param found lists of objects */
function noList(found: readonly FoundList[], value: unknown, { syntax }: ListOptions): SourceProblem {
  const names = [...(membersOf(value)?.keys() ?? [])];
  const has = names.length === 0 ? '' : ` It has ${shownNames(names)}.`;
  const lists = shownNames(found.map(({ paths: [path = []] }) => path.join('.')));
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
        : "If one of them has talks, name its title and start: --map 'title=…' --map 'start=…'.",
    line: 0,
  };
}

/** A list of objects in which title or start are not recognised. @param failure the field that is missing */
export function unknownFields(
  { paths: [path = []], entries }: FoundList,
  fields: readonly string[],
  { syntax, failure }: { readonly syntax: Syntax; readonly failure: SourceProblem },
): SourceProblem {
  const list = path.length === 0 ? 'a list' : `the list ${shownValue(path.join('.'))}`;
  const meaning = failure.where === 'title' ? 'the title of a talk' : 'the start of a talk';
  const objects = `${entries.length.toLocaleString('en')} ${entries.length === 1 ? 'object' : 'objects'}`;
  return {
    ...failure,
    what:
      `It is ${syntax} of no known format: ${list} of ${objects} with ${shownNames(fields)}. ` +
      `None of these is recognised as ${meaning}.`,
    hint: `Name the fields: ${failure.where === 'title' ? "--map 'title=…' --map 'start=…'" : "--map 'start=…'"}.`,
  };
}

function shownNames(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map((name) => shownValue(name));
  const more = names.length - shown.length;
  return `${shown.join(', ') || 'no fields'}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`;
}
