import { isPlaceId } from '#catalogue/place.ts';
import { PAGE_PATHS, pageLinks, type PageLinks } from '#representations/links/page-links.ts';
import { dayOf } from '#search/query/calendar-date.ts';
import { readMonth } from '#search/query/civil-days.ts';
import type { Answer } from '../http/answer.ts';
import { notFound } from '../http/errors.ts';
import { browseQuestion, pastQuestion } from './older-questions.ts';
import { requestLanguage } from './page-language.ts';
import { movedAnswer } from './page-response.ts';
import type { Service } from '../service.ts';
import type { Target } from '../http/target.ts';

type AnswerMoved = (service: Service, target: Target, id: string) => Answer;

/** Redirects to the current address. @param address makes it from the variables of the path, and the query */
function moved(address: (links: PageLinks, id: string, query: string) => string): AnswerMoved {
  return (service, target, id) => {
    const { language, inAddress } = requestLanguage(target);
    return movedAnswer(address(pageLinks(service.publication, inAddress ? language : null), id, target.query));
  };
}

/** The talks of a day, a month or a year: the dates that the existing service has pages of. */
export const dayMovedAnswer = moved((links, id) => {
  const day = dateOf(id, 3);
  return links.search([
    { name: 'from', value: day },
    { name: 'to', value: day },
  ]);
});

export const monthMovedAnswer = moved((links, id) => {
  const month = dateOf(id, 2);
  if (readMonth(month) === undefined) throw noDate(month);
  return links.month(month);
});

export const yearMovedAnswer = moved((links, id) => {
  const year = dateOf(id, 1);
  return links.search([
    { name: 'from', value: `${year}-01-01` },
    { name: 'to', value: `${year}-12-31` },
  ]);
});

/** A department with everything under it, which its page lists anyway. */
export const descendantsMovedAnswer = moved((links, id) => {
  const place = id.replace(/%3a/i, ':');
  if (!isPlaceId(place)) throw notFound('No department has this identifier');
  return links.department(place);
});

/** Upcoming talks, filtered; also at addresses of the predecessor of OxTalks. */
export const browseMovedAnswer = moved((links, _id, query) => links.search(browseQuestion(query)));
export const pastMovedAnswer = moved((links, _id, query) => links.search(pastQuestion(query)));
/** Only OxTalks knows the numbers of talks and series; for unknown ones it redirects to its search too. */
export const numberedMovedAnswer = moved((links) => links.search());

export const upcomingMovedAnswer = moved((links) => links.agenda());
export const seriesMovedAnswer = moved((links) => links.browse('series'));
export const peopleMovedAnswer = moved((links) => links.browse('people'));
export const departmentsMovedAnswer = moved((links) => links.browse('departments'));
export const venuesMovedAnswer = moved((links) => links.browse('venues'));
export const topicsMovedAnswer = moved((links) => links.browse('topics'));
export const collectionsMovedAnswer = moved((links) => links.browse('collections'));

/**
 * `2026/2/3` → `2026-02-03`.
 * @param parts how many of year, month and day to keep
 * @throws HttpError 404 for an invalid date
 */
function dateOf(path: string, parts: 1 | 2 | 3): string {
  const texts = path.split('/');
  const [year = 0, month = 1, day = 1] = texts.map(Number);
  const isWritten = texts.every((text, at) => (at === 0 ? /^\d{4}$/ : /^\d{1,2}$/).test(text));
  if (!isWritten || dayOf(year, month, day) === undefined) throw noDate(path);
  return texts
    .map((text) => text.padStart(2, '0'))
    .slice(0, parts)
    .join('-');
}

function noDate(text: string): Error {
  return notFound(`${text} is not a valid date; a day is written as ${PAGE_PATHS.day}yyyy/mm/dd/`);
}
