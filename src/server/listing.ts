import { isSlug } from '#catalogue/slug.js';
import { parseListing, type Window } from '#search/question.js';
import { documentAnswer, type Answer } from './answer.js';
import { CALENDAR_TYPE, calendarSlug } from './calendar.js';
import { deprecation } from './deprecation.js';
import { badRequest, notFound } from './errors.js';
import type { Document, Library, ListingWriter } from './library.js';
import type { Service } from './service.js';
import type { Target } from './target.js';
import { wanted } from './wanted.js';

type Find = (library: Library, slug: string, window: Window, writer: ListingWriter) => Promise<Document | undefined>;

/** interface.md 4.3 and 4.4: a thing with the talks that it lists, between two dates or all. */
function listingAnswer(noun: string, find: Find) {
  return async (service: Service, target: Target, id: string): Promise<Answer> => {
    const now = service.now();
    const parsed = parseListing(target.query, service.rules, now);
    const inCalendar = calendarSlug(id);
    const problems = parsed.ok ? [] : parsed.problems;
    const { representation, contentType } =
      inCalendar === undefined
        ? wanted(service, target, problems)
        : { representation: service.calendar, contentType: CALENDAR_TYPE };
    if (!parsed.ok) throw badRequest(parsed.problems);
    const { window, deprecatedDate, relative } = parsed.value;
    const slug = inCalendar ?? id;
    const document = isSlug(slug) ? await find(service.library, slug, window, representation) : undefined;
    if (document === undefined) throw notFound(`No ${noun} has this identifier`);
    return documentAnswer(document, contentType, {
      headers: deprecatedDate ? deprecation(service.publication) : [],
      until: relative ? service.nextMidnight(now) : Infinity,
    });
  };
}

export const personAnswer = listingAnswer('person', (library, slug, window, writer) =>
  library.person(slug, window, writer),
);

export const seriesAnswer = listingAnswer('series', (library, slug, window, writer) =>
  library.series(slug, window, writer),
);

export const collectionAnswer = listingAnswer('public collection', (library, slug, window, writer) =>
  library.collection(slug, window, writer),
);
