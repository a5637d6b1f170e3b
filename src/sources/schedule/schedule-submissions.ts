import type { Material } from '#catalogue/material.ts';
import { isObject, listOf, objectsOf, optionalText, stringText, type JsonObject } from '../json-document.ts';
import type { PageSigns } from '../json-entries.ts';
import type { Findings } from '../findings.ts';
import { firstText } from '../first-text.ts';
import { hiddenBy } from '../hidden.ts';
import { imageIn } from '../source-image.ts';
import { attachedMaterial } from '../source-material.ts';
import type { ScheduleEvent, SchedulePerson } from './schedule-talks.ts';

/**
 * Submissions from the pretalx API, anywhere in a document: in pages of results, of submissions or of
 * slots, or sorted by day and room.
 *
 * @param found receives problems: the API gives slots and speakers only as numbers and codes, unless the request asks
 *   to expand them
 */
export function* submissionEvents(document: unknown, found: Findings): Generator<ScheduleEvent> {
  let count = 0;
  for (const entry of submissionsIn(document)) {
    if (entry === 'without a time' || entry === 'a break') found.notes.leave(LEFT_OUT[entry]);
    else if ('unexpanded' in entry) found.problem({ ...UNEXPANDED, key: entry.unexpanded, line: ++count });
    else yield eventOf(entry, ++count, found);
  }
}

const LEFT_OUT = {
  'without a time': 'submissions without a time: left out',
  'a break': 'slots without a submission, such as breaks: left out',
} as const;

const EXPAND =
  'Ask the API with ?expand=slots.room,speakers,track,resources (of slots: ?expand=submission.speakers,room).';

const UNEXPANDED = {
  code: 'missing-start',
  where: 'slots',
  what: 'It has no time: its slot is given by a number or code only.',
  hint: EXPAND,
} as const;

interface Placed {
  readonly submission: JsonObject;
  readonly slot: JsonObject;
  /** Number of the slot, from 1. */
  readonly nth: number;
}

/** An entry of a document; a slot that is not expanded has only the code of its submission. */
type Entry = Placed | { readonly unexpanded: string } | keyof typeof LEFT_OUT;

/**
 * The pretalx API returns pages, with the addresses of the previous and next page: `?page=2`, or
 * `?limit=50&offset=50`. The first has neither number in its address.
 */
export function submissionsPage({ count, next, previous, results }: JsonObject): PageSigns {
  const [following, before] = [next, previous].map((address) => URL.parse(stringText(address))?.searchParams);
  const hasMore = following !== undefined || before !== undefined;
  if (!hasMore) return { number: 1, count: 1, hasMore };
  const total = Number(stringText(count) || NaN);
  const of = (query: URLSearchParams | undefined, name: string, first: number): number => {
    return query === undefined ? first : Number(query.get(name) ?? first);
  };
  const limit = Number((following ?? before)?.get('limit') ?? NaN);
  if (limit > 0) {
    const begin = following === undefined ? of(before, 'offset', 0) + limit : of(following, 'offset', NaN) - limit;
    return { number: begin / limit + 1, count: Math.ceil(total / limit), hasMore };
  }
  const number = following === undefined ? of(before, 'page', 1) + 1 : of(following, 'page', NaN) - 1;
  return { number, count: following === undefined ? number : Math.ceil(total / listOf(results).length), hasMore };
}

/** json-document.ts limits the depth of recursion. @param slots how many each submission has had, by code */
function* submissionsIn(value: unknown, slots = new Map<string, number>()): Generator<Entry> {
  if (Array.isArray(value)) {
    for (const member of listOf(value)) yield* submissionsIn(member, slots);
  } else if (isObject(value)) {
    if (typeof value.code === 'string' && 'title' in value && ('slot' in value || 'slots' in value)) {
      yield* slotsOf(value);
    } else if ('submission' in value && 'start' in value && 'room' in value) {
      yield submissionOf(value, slots);
    } else {
      for (const member of Object.values(value)) yield* submissionsIn(member, slots);
    }
  }
}

function* slotsOf(submission: JsonObject): Generator<Entry> {
  const slots = isObject(submission.slot) ? [submission.slot] : listOf(submission.slots);
  const placed = objectsOf(slots).filter(({ start }) => stringText(start) !== '');
  for (const [index, slot] of placed.entries()) yield { submission, slot, nth: index + 1 };
  if (slots.some((slot) => !isObject(slot))) yield { unexpanded: stringText(submission.code) };
  else if (placed.length === 0) yield 'without a time';
}

function submissionOf(slot: JsonObject, slots: Map<string, number>): Entry {
  const { submission, start } = slot;
  if (submission === null) return 'a break';
  if (!isObject(submission)) return { unexpanded: stringText(submission) };
  if (stringText(start) === '') return 'without a time';
  const code = stringText(submission.code);
  const nth = (slots.get(code) ?? 0) + 1;
  slots.set(code, nth);
  return { submission, slot, nth };
}

function eventOf({ submission, slot, nth }: Placed, line: number, found: Findings): ScheduleEvent {
  const language = stringText(submission.content_locale);
  const said = (name: string): string | undefined => localized(submission[name], language);
  const text = (name: string): string => said(name) ?? '';
  const state = said('state');
  return {
    line,
    names: [...Object.keys(submission), 'slots'],
    guid: '',
    ids: [nth === 1 ? text('code') : `${text('code')}/${nth}`],
    date: stringText(slot.start),
    end: stringText(slot.end),
    day: { date: '', start: '' },
    start: '',
    duration: text('duration'),
    title: said('title'),
    subtitle: undefined,
    abstract: said('abstract'),
    description: said('description'),
    room: nameOf(slot.room, language),
    track: nameOf(submission.track, language),
    language,
    url: undefined,
    image: imageIn(submission.image),
    persons: speakersOf(submission, found),
    materials: materialsOf(submission),
    isCancelled: state === undefined ? undefined : /^cancell?ed$/.test(state),
    hidden: hiddenBy({ status: state }),
  };
}

/** A text, or one of its translations: in the language of the talk, in English, or the first. Undefined when absent. */
function localized(value: unknown, language: string): string | undefined {
  if (!isObject(value)) return optionalText(value)?.trim();
  return firstText(...[value[language], value.en, ...Object.values(value)].map((text) => optionalText(text)?.trim()));
}

/** A room or track is a name, or an object with a name; a number is ignored. */
function nameOf(value: unknown, language: string): string | undefined {
  if (typeof value === 'number') return undefined;
  return localized(isObject(value) && 'name' in value ? value.name : value, language);
}

/** Undefined: speakers are given only by code. */
function speakersOf({ speakers }: JsonObject, found: Findings): readonly SchedulePerson[] | undefined {
  if (!Array.isArray(speakers)) return undefined;
  const all = listOf(speakers);
  if (!all.some((speaker) => typeof speaker === 'string' && CODE.test(speaker))) return all.map(personOf);
  found.notes.leave('with speakers by code only: not read (ask the API with ?expand=speakers)');
  return undefined;
}

const CODE = /^[A-Z0-9]{6,}$/;

/** Undefined: resources are given only by number. */
function materialsOf({ resources }: JsonObject): readonly Material[] | undefined {
  if (!Array.isArray(resources)) return undefined;
  const known = objectsOf(resources);
  if (known.length === 0 && listOf(resources).length > 0) return undefined;
  return known.map(({ resource, description }) => attachedMaterial(stringText(resource), stringText(description)));
}

function personOf(speaker: unknown): SchedulePerson {
  const said = isObject(speaker) ? speaker : { name: stringText(speaker) };
  const text = (name: string): string => stringText(said[name]).trim();
  const biography = optionalText(said.biography)?.trim();
  return {
    name: text('name'),
    guid: '',
    code: text('code'),
    id: '',
    biography,
    url: undefined,
    image: imageIn(said.avatar_url ?? said.avatar),
  };
}
