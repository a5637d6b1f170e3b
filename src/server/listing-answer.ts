import { isSlug } from '#catalogue/slug.js';
import { parseListing } from '#search/question.js';
import { documentAnswer, type Answer } from './answer.js';
import { CALENDAR_TYPE, calendarSlug } from './calendar.js';
import { deprecation } from './deprecation.js';
import { badRequest, notFound } from './errors.js';
import type { Listing } from './listing.js';
import type { Service } from './service.js';
import type { Target } from './target.js';
import { wanted } from './wanted.js';

/** interface.md 4.3 and 4.4: a thing with the talks that it lists, between two dates or all. */
export function listingAnswer<T>(kind: Listing<T>) {
  return async (service: Service, target: Target, id: string): Promise<Answer> => {
    const now = service.now();
    const parsed = parseListing(target.query, service.rules, now);
    const inCalendar = calendarSlug(id);
    const { representation, contentType } =
      inCalendar === undefined
        ? wanted(service, target, parsed.ok ? [] : parsed.problems)
        : { representation: service.calendar, contentType: CALENDAR_TYPE };
    if (!parsed.ok) throw badRequest(parsed.problems);
    const { window, deprecatedDate, relative } = parsed.value;
    const slug = inCalendar ?? id;
    const document = isSlug(slug) ? await service.library.listing(kind, slug, window, representation) : undefined;
    if (document === undefined) throw notFound(`No ${kind.noun} has this identifier`);
    return documentAnswer(document, contentType, {
      headers: deprecatedDate ? deprecation(service.publication) : [],
      dayEnds: relative ? service.nextMidnight(now) : undefined,
    });
  };
}
