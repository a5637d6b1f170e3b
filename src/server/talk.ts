import { isSlug } from '#catalogue/slug.js';
import { documentAnswer, type Answer } from './answer.js';
import { CALENDAR_TYPE, calendarSlug } from './calendar.js';
import { notFound } from './errors.js';
import type { Document } from './library.js';
import type { Service } from './service.js';
import type { Target } from './target.js';
import { wanted } from './wanted.js';

/** interface.md 4.2; with `.ics` behind the slug, the talk as a calendar has it. */
export function talkAnswer(service: Service, target: Target, id: string): Answer | Promise<Answer> {
  const inCalendar = calendarSlug(id);
  const { representation, contentType } =
    inCalendar === undefined
      ? wanted(service, target)
      : { representation: service.calendar, contentType: CALENDAR_TYPE };
  const slug = inCalendar ?? id;
  const answered = (document: Document | undefined): Answer => {
    if (document === undefined) throw notFound('No talk has this identifier');
    return documentAnswer(document, contentType, { keep: 'compressed' });
  };
  const document = isSlug(slug) ? service.library.talk(slug, representation) : undefined;
  return document instanceof Promise ? document.then(answered) : answered(document);
}
