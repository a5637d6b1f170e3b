import { isObject, listOf, objectsOf, optionalText, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import { firstSaid } from '../said.ts';
import type { ScheduleEvent, SchedulePerson } from './schedule-event.ts';

/**
 * The submissions of a conference as the API of pretalx gives them, wherever they stand in a document: in its pages of
 * results, or as some site has sorted them by day and room. One that has no time yet is none of the schedule.
 */
export function* submissionEvents(document: unknown): Generator<ScheduleEvent> {
  let count = 0;
  for (const placed of submissionsIn(document)) yield eventOf(placed, ++count);
}

interface Placed {
  readonly submission: JsonObject;
  readonly slot: JsonObject;
  /** From 1: which of its slots that is. */
  readonly nth: number;
}

/** How deep they stand is bounded by the reader of JSON. */
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
    persons: Array.isArray(speakers) ? listOf(speakers).map((speaker) => personOf(speaker)) : undefined,
    isCancelled: state === undefined ? undefined : /^(?:canceled|cancelled|withdrawn|rejected)$/.test(state),
  };
}

/** A text, or one for each language: in that of the talk, in English, or whichever comes first. Undefined of nothing. */
function localized(value: unknown, language: string): string | undefined {
  if (!isObject(value)) return optionalText(value)?.trim();
  return firstSaid(...[value[language], value.en, ...Object.values(value)].map((text) => optionalText(text)?.trim()));
}

/** Of a room or a track: the name itself, or an object that has one. */
function nameOf(value: unknown, language: string): string | undefined {
  return localized(isObject(value) && 'name' in value ? value.name : value, language);
}

function personOf(speaker: unknown): SchedulePerson {
  const said = isObject(speaker) ? speaker : { name: stringText(speaker) };
  const text = (name: string): string => stringText(said[name]).trim();
  const biography = optionalText(said.biography)?.trim();
  return { name: text('name'), guid: '', code: text('code'), id: '', biography, url: undefined };
}
