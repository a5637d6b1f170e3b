import { isObject, listOf, objectsOf, optionalText, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import type { PageSigns } from '../answer-page.ts';
import { firstText } from '../first-text.ts';
import { imageIn } from '../source-image.ts';
import type { ScheduleEvent, SchedulePerson } from './schedule-event.ts';

/**
 * Submissions of a conference from the API of pretalx, anywhere in a document: in pages of results, or sorted by day
 * and room. Submissions without a time are skipped.
 */
export function* submissionEvents(document: unknown): Generator<ScheduleEvent> {
  let count = 0;
  for (const placed of submissionsIn(document)) yield eventOf(placed, ++count);
}

interface Placed {
  readonly submission: JsonObject;
  readonly slot: JsonObject;
  /** Number of the slot, from 1. */
  readonly nth: number;
}

/**
 * The API of pretalx answers in pages, with the addresses of the one before and the one after: `?page=2`, or
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

/** json-document.ts limits the depth of recursion. */
function* submissionsIn(value: unknown): Generator<Placed> {
  if (Array.isArray(value)) {
    for (const member of listOf(value)) yield* submissionsIn(member);
  } else if (isObject(value)) {
    const isSubmission = typeof value.code === 'string' && 'title' in value && ('slot' in value || 'slots' in value);
    if (!isSubmission) for (const member of Object.values(value)) yield* submissionsIn(member);
    const slots = isObject(value.slot) ? [value.slot] : objectsOf(value.slots);
    let nth = 0;
    for (const slot of isSubmission ? slots : []) {
      if (stringText(slot.start) !== '') yield { submission: value, slot, nth: ++nth };
    }
  }
}

function eventOf({ submission, slot, nth }: Placed, line: number): ScheduleEvent {
  const language = stringText(submission.content_locale);
  const said = (name: string): string | undefined => localized(submission[name], language);
  const text = (name: string): string => said(name) ?? '';
  const state = said('state');
  const { speakers } = submission;
  return {
    line,
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
    persons: Array.isArray(speakers) ? listOf(speakers).map((speaker) => personOf(speaker)) : undefined,
    isCancelled: state === undefined ? undefined : /^(?:canceled|cancelled|withdrawn|rejected)$/.test(state),
  };
}

/** A text, or a translation: in the language of the talk, in English, or the first. Undefined when absent. */
function localized(value: unknown, language: string): string | undefined {
  if (!isObject(value)) return optionalText(value)?.trim();
  return firstText(...[value[language], value.en, ...Object.values(value)].map((text) => optionalText(text)?.trim()));
}

/** A room or track is its name, or an object with a name. */
function nameOf(value: unknown, language: string): string | undefined {
  return localized(isObject(value) && 'name' in value ? value.name : value, language);
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
