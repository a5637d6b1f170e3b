import { isObject, listOf, objectsOf, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
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
  const text = (name: string): string => localized(submission[name], language);
  return {
    line,
    guid: '',
    ids: [nth === 1 ? text('code') : `${text('code')}/${nth}`],
    date: stringText(slot.start),
    end: stringText(slot.end),
    day: { date: '', start: '' },
    start: '',
    duration: text('duration'),
    title: text('title'),
    subtitle: '',
    abstract: text('abstract'),
    description: text('description'),
    room: nameOf(slot.room, language),
    track: nameOf(submission.track, language),
    language,
    url: '',
    persons: listOf(submission.speakers).map((speaker) => personOf(speaker)),
    isCancelled: /^(?:canceled|cancelled|withdrawn|rejected)$/.test(text('state')),
  };
}

/** A text, or one for each language: in that of the talk, in English, or whichever comes first. */
function localized(value: unknown, language: string): string {
  if (!isObject(value)) return stringText(value).trim();
  const texts = [value[language], value.en, ...Object.values(value)].map((text) => stringText(text).trim());
  return texts.find((text) => text !== '') ?? '';
}

/** Of a room or a track: the name itself, or an object that has one. */
function nameOf(value: unknown, language: string): string {
  return localized(isObject(value) && 'name' in value ? value.name : value, language);
}

function personOf(speaker: unknown): SchedulePerson {
  const said = isObject(speaker) ? speaker : { name: stringText(speaker) };
  const text = (name: string): string => stringText(said[name]).trim();
  return { name: text('name'), guid: '', code: text('code'), id: '', biography: text('biography'), url: '' };
}
