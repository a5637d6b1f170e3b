import { isObject, listOf, objectsOf, optionalText, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
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
