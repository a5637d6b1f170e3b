import type { Place } from '#catalogue/place.js';
import { isSlug } from '#catalogue/slug.js';
import type { Named } from '#search/directory.js';
import type { Window } from '#search/question.js';
import { collectionPage } from '#pages/collection.js';
import { errorPage } from '#pages/error.js';
import { aboutPage, helpPage } from '#pages/help.js';
import { personPage } from '#pages/person.js';
import { seriesPage } from '#pages/series.js';
import type { TalkContent } from '#pages/talk-content.js';
import { talkPage } from '#pages/talk.js';
import type { Answer } from './answer.js';
import { notFound, type HttpError } from './errors.js';
import { COLLECTION, PERSON, SERIES, VENUE } from './listing.js';
import { pageAnswer, viewOf } from './page.js';
import type { Reading } from './reading.js';
import type { Service } from './service.js';
import type { Target } from './target.js';

const ALWAYS: Window = { from: -Infinity, to: Infinity };

export async function talkPageAnswer(service: Service, target: Target, id: string): Promise<Answer> {
  const view = viewOf(service, target);
  const content = isSlug(id) ? await talkContent(service, id, view.now) : undefined;
  if (content === undefined) throw notFound('No talk has this identifier');
  const end = Date.parse(content.details.talk.end);
  return pageAnswer(talkPage(content, view), view, end < view.now.getTime() ? Infinity : end + 1);
}

const MOST_RELATED = 5;

/** A talk and the talks around it, all of one version and read at once. */
function talkContent({ library }: Service, slug: string, now: Date): Promise<TalkContent | undefined> {
  return library.together(async (reading): Promise<TalkContent | undefined> => {
    const { index } = reading;
    const number = index.talkNumber(slug);
    if (number === 0) return undefined;
    const beside = index.beside(slug);
    const before = beside.before === undefined ? 0 : index.talkNumber(beside.before);
    const after = beside.after === undefined ? 0 : index.talkNumber(beside.after);
    const near = index.related(slug, MOST_RELATED + 2, Math.floor(now.getTime() / 1000));
    const related = [...near].filter((one) => one !== before && one !== after).slice(0, MOST_RELATED);
    const wanted = [number, before, after, ...related].filter((one) => one !== 0);
    const read = await reading.talks(Uint32Array.from(wanted));
    const found = new Map(read.map((details, at) => [wanted[at], details] as const));
    const details = found.get(number);
    if (details === undefined) return undefined;
    const venuesAbove = details.venue === null ? [] : index.parents(details.venue.id);
    return {
      details,
      venuesAbove,
      accessibility: await accessibilityOf(reading, details.venue, venuesAbove),
      departmentsAbove: details.organisingDepartment === null ? [] : index.parents(details.organisingDepartment.id),
      before: found.get(before),
      after: found.get(after),
      related: related.flatMap((one) => found.get(one) ?? []),
    };
  });
}

/** What is said of a building holds for its rooms that say nothing. @param above outermost first */
async function accessibilityOf(reading: Reading, venue: Place | null, above: readonly Named[]): Promise<string> {
  if (venue === null) return '';
  let { accessibility } = venue;
  for (let at = above.length - 1; accessibility === '' && at >= 0; at -= 1) {
    const place = await reading.record(VENUE, above[at]?.key ?? '');
    accessibility = place?.accessibility ?? '';
  }
  return accessibility;
}

export async function personPageAnswer(service: Service, target: Target, id: string): Promise<Answer> {
  const found = isSlug(id) ? await service.library.listingDetails(PERSON, id, ALWAYS) : undefined;
  if (found === undefined) throw notFound('No person has this identifier');
  const view = viewOf(service, target);
  return pageAnswer(personPage({ person: found.record, talks: found.talks }, view), view);
}

export async function seriesPageAnswer(service: Service, target: Target, id: string): Promise<Answer> {
  const found = isSlug(id) ? await service.library.listingDetails(SERIES, id, ALWAYS) : undefined;
  if (found === undefined) throw notFound('No series has this identifier');
  const view = viewOf(service, target);
  return pageAnswer(seriesPage({ series: found.record, talks: found.talks }, view), view);
}

export async function collectionPageAnswer(service: Service, target: Target, id: string): Promise<Answer> {
  const found = isSlug(id) ? await service.library.listingDetails(COLLECTION, id, ALWAYS) : undefined;
  if (found === undefined) throw notFound('No public collection has this identifier');
  const view = viewOf(service, target);
  return pageAnswer(collectionPage({ collection: found.record, talks: found.talks }, view), view);
}

export function aboutPageAnswer(service: Service, target: Target): Answer {
  const view = viewOf(service, target);
  return pageAnswer(aboutPage(view), view);
}

export function helpPageAnswer(service: Service, target: Target): Answer {
  const view = viewOf(service, target);
  return pageAnswer(helpPage(view), view);
}

/** The page in the place of one that cannot be shown. */
export function errorPageAnswer(service: Service, target: Target, error: HttpError): Answer {
  const view = viewOf(service, target);
  const { status, code, detail } = error;
  const problems = error.problems.map(({ where, what, hint }) => `${where}: ${what} ${hint}`.trimEnd());
  const page = pageAnswer(errorPage({ status, code, detail, problems }, view), view);
  return { ...page, status, tag: undefined, keep: 'never', vary: 'Accept, Accept-Encoding, Accept-Language' };
}
