import { isSlug } from '#catalogue/slug.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import { errorPage } from '#pages/frame/error.ts';
import { aboutPage, helpPage } from '#pages/help.ts';
import type { Around, TalkContent } from '#pages/talk/talk-content.ts';
import { Fragments } from '#pages/pieces.ts';
import { talksAround } from '#pages/talk/talk-neighbours.ts';
import { writtenTalk } from '#pages/talk/talk.ts';
import { PATHS } from '#representations/links/links.ts';
import type { Language } from '#pages/frame/language.ts';
import { makeView, type View } from '#pages/frame/view.ts';
import type { Answer } from '../http/answer.ts';
import { notFound, type HttpError } from '../http/errors.ts';
import { documentPageAnswer, pageAnswer, viewOf } from './page-response.ts';
import type { PageDocuments } from './page-documents.ts';
import type { Snapshot } from '../documents/snapshot.ts';
import type { Service } from '../service.ts';
import type { Target } from '../http/target.ts';
import { venueAccessOf } from './venue-access.ts';

export async function talkPageAnswer(service: Service, target: Target, id: string): Promise<Answer> {
  const view = viewOf(service, target);
  const found = isSlug(id)
    ? await service.library.together((reading) => talkDocument(service, reading, id, view))
    : undefined;
  if (found === undefined) throw notFound('No talk has this identifier');
  // When it is over, its page says so.
  const isOver = found.end < view.now.getTime();
  return documentPageAnswer(found.document, view, isOver ? {} : { until: found.end + 1 });
}

const MOST_RELATED = 5;

/** A talk and the talks around it, all of one version; with the end of the talk in milliseconds since the epoch. */
async function talkDocument({ pages }: Service, reading: Snapshot, slug: string, view: View) {
  const { index } = reading;
  const number = index.talkNumber(slug);
  if (number === 0) return undefined;
  const around = talksBeside(index, slug, view.now);
  const listed = around.flatMap(({ talks }) => [...talks]);
  // Its links to other languages lead to where it was asked for.
  const isUsual = view.here === PATHS.talkPage + slug;
  const page =
    (isUsual ? pages.keptTalk(index, view, number) : undefined) ??
    (await written(pages, reading, view, { number, listed, isUsual }));
  if (page === undefined) return undefined;
  const { before, after, end } = page;
  const names = around.map(({ name }) => name);
  const pieces = new Fragments([before, ...talksAround(names, view.messages), after]);
  const lists = around.map(({ talks }) => ({ talks, byDay: false }));
  return { document: reading.same(await pages.pageAt(index, view, { pieces, lists })), end };
}

/** Writes the page of a talk for whoever asks for it next, where none is kept. @returns whether it wrote one */
export function writeTalkPage(service: Service, slug: string, language: Language): Promise<boolean> {
  const { publication, brand, pages } = service;
  const here = PATHS.talkPage + slug;
  const view = makeView({ publication, brand, language, languageInAddress: false, here, now: service.now() });
  return service.library.together(async (reading) => {
    const { index } = reading;
    const number = index.talkNumber(slug);
    if (number === 0 || pages.keptTalk(index, view, number) !== undefined) return false;
    const listed = talksBeside(index, slug, view.now).flatMap(({ talks }) => [...talks]);
    return (await written(pages, reading, view, { number, listed, isUsual: true })) !== undefined;
  });
}

interface Wanted {
  readonly number: number;
  /** The talks around it, which are read with it. */
  readonly listed: readonly number[];
  /** Whether others will ask for this very page. */
  readonly isUsual: boolean;
}

async function written(pages: PageDocuments, reading: Snapshot, view: View, { number, listed, isUsual }: Wanted) {
  const { index } = reading;
  const details = reading.same(await pages.talk(index, view, number, listed));
  if (details === undefined) return undefined;
  const { venue, organisingDepartment: department } = details;
  const venuesAbove = venue === null ? [] : index.places.parents(venue.id);
  const content: TalkContent = {
    details,
    venuesAbove,
    ...(await venueAccessOf(reading, venue, venuesAbove)),
    departmentsAbove: department === null ? [] : index.places.parents(department.id),
  };
  const page = writtenTalk(content, view);
  const end = Date.parse(details.talk.end);
  return isUsual ? pages.keepTalk(index, view, number, { page, end }) : { ...page, end };
}

interface TalksAround {
  readonly name: Around;
  readonly talks: Uint32Array;
}

/** Of each list of talks around one that there is: which they are, by number. */
function talksBeside(index: TalkIndex, slug: string, now: Date): readonly TalksAround[] {
  const beside = index.beside(slug);
  const before = numbersOf(index, beside.before);
  const after = numbersOf(index, beside.after);
  const shown = [...before, ...after];
  const seconds = Math.floor(now.getTime() / 1000);
  const related = index
    .related(slug, MOST_RELATED + shown.length, seconds)
    .filter((one) => !shown.includes(one))
    .subarray(0, MOST_RELATED);
  const lists: TalksAround[] = [
    { name: 'before', talks: before },
    { name: 'after', talks: after },
    { name: 'related', talks: index.toComeFirst(related, seconds) },
  ];
  return lists.filter(({ talks }) => talks.length > 0);
}

function numbersOf(index: TalkIndex, slug: string | undefined): Uint32Array {
  return slug === undefined ? new Uint32Array(0) : Uint32Array.of(index.talkNumber(slug));
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
  const faults = error.problems.map((problem) => ({ parameter: problem.where, code: problem.code }));
  const page = pageAnswer(errorPage({ status, code, detail, faults }, view), view);
  return { ...page, status, tag: undefined, keep: 'never', vary: 'Accept, Accept-Encoding, Accept-Language' };
}
