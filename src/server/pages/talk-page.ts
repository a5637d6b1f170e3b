import { isSlug } from '#catalogue/slug.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import { errorPage } from '#pages/frame/error.ts';
import { aboutPage, helpPage } from '#pages/help.ts';
import { privacyPage } from '#pages/privacy.ts';
import { type Around, talkPage } from '#pages/talk.ts';
import { fragmentsOf } from '#pages/fragments.ts';
import type { View } from '#pages/frame/view.ts';
import type { Answer, WholeAnswer } from '../http/answer.ts';
import { notFound } from '../http/errors.ts';
import type { HttpError } from '../http/errors.ts';
import {
  documentPageAnswer,
  errorAnswer,
  pageAnswer,
  requestLanguage,
  viewOf,
  type ViewService,
} from './page-response.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import type { PageService, Service } from '../service.ts';
import type { Target } from '../http/application.ts';
import { cardOf } from '#pages/card/card.ts';
import { fileAnswer, ONE_FORM } from '../documents/document.ts';
import { qrSvg } from '#pages/display/qr-code.ts';
import { absoluteLinks } from '#representations/links/links.ts';
import { qrCode } from '../qr/make-qr-code.ts';

export async function talkPageAnswer(service: PageService, target: Target, id: string): Promise<Answer> {
  const view = viewOf(service, target);
  const found = isSlug(id)
    ? service.catalogue.read((snapshot) => talkDocument(service, snapshot, id, view))
    : undefined;
  if (found === undefined) throw notFound('No talk has this identifier');
  return documentPageAnswer(found.document, view, { until: found.until });
}

const MAX_RELATED = 5;

/**
 * A talk and the talks around it, all of one version, and until when the page is valid, in milliseconds since the
 * epoch: it changes when the talk is over, and when one around it begins.
 */
function talkDocument({ pages }: Pick<PageService, 'pages'>, snapshot: Snapshot, slug: string, view: View) {
  const { index } = snapshot;
  const number = index.talkNumber(slug);
  if (number === 0) return undefined;
  const beside = talksBeside(index, slug, view.now);
  const details = snapshot.details(number);
  const { organisingDepartment: department } = details;
  const content = {
    details,
    departmentsAbove: department === null ? [] : index.places.parents(department.id),
    around: beside.map(({ name }) => name),
  };
  const fragments = fragmentsOf(talkPage(content, view));
  const now = view.now.getTime();
  const startsOf = (talks: Uint32Array): readonly number[] => [...index.starts(talks)].map((start) => start * 1000);
  const lists = beside.map(({ talks }) => ({
    talks,
    byDay: false,
    isPast: startsOf(talks).every((start) => start < now),
  }));
  const document = pages.document(snapshot, view, { fragments, lists });
  const changes = [
    Date.parse(details.talk.end) + 1,
    ...beside.flatMap(({ talks }) => startsOf(talks).map((at) => at + 1)),
  ];
  return { document, until: Math.min(...changes.filter((at) => at > now)) };
}

interface TalksAround {
  readonly name: Around;
  readonly talks: Uint32Array;
}

/** The talks around a talk, by number; lists without talks are left out. */
function talksBeside(index: TalkIndex, slug: string, now: Date): readonly TalksAround[] {
  const beside = index.beside(slug);
  const before = noneOrOne(beside.before);
  const after = noneOrOne(beside.after);
  const shown = [...before, ...after];
  const seconds = Math.floor(now.getTime() / 1000);
  const related = index
    .related(slug, MAX_RELATED + shown.length, seconds)
    .filter((one) => !shown.includes(one))
    .subarray(0, MAX_RELATED);
  const sorted = index.toComeFirst(related, seconds);
  const toCome = sorted.subarray(0, [...index.starts(sorted)].filter((start) => start >= seconds).length);
  const lists: TalksAround[] = [
    { name: 'before', talks: before },
    { name: 'after', talks: after },
    { name: 'related', talks: toCome },
    { name: 'relatedPast', talks: sorted.subarray(toCome.length) },
  ];
  return lists.filter(({ talks }) => talks.length > 0);
}

/** @param talk 0: none */
function noneOrOne(talk: number): Uint32Array {
  return talk === 0 ? new Uint32Array(0) : Uint32Array.of(talk);
}

export const aboutPageAnswer = plainPageAnswer(aboutPage);
export const helpPageAnswer = plainPageAnswer(helpPage);
export const privacyPageAnswer = plainPageAnswer(privacyPage);

/** A page that has nothing from the catalogue. */
function plainPageAnswer(write: (view: View) => string): (service: ViewService, target: Target) => Answer {
  return (service, target) => {
    const view = viewOf(service, target);
    return pageAnswer(write(view), view);
  };
}

/** The page shown instead of the requested one after an error. */
export function errorPageAnswer(service: ViewService, target: Target, error: HttpError): WholeAnswer {
  const view = viewOf(service, target);
  const { status, pageCode: code, detail } = error;
  const faults = error.problems.map((problem) => ({ parameter: problem.where, code: problem.code }));
  return errorAnswer(pageAnswer(errorPage({ status, code, detail, faults }, view), view), error);
}

const CARD_ENDING = '.png';

/** The preview image of a talk, for link previews. */
export async function cardAnswer(
  { catalogue, cards, publication, brand }: Pick<Service, 'catalogue' | 'cards' | 'publication' | 'brand'>,
  target: Target,
  name: string,
): Promise<Answer> {
  if (cards === undefined) throw notFound('Preview images are not available on this service');
  const slug = name.endsWith(CARD_ENDING) ? name.slice(0, -CARD_ENDING.length) : '';
  const details = isSlug(slug) ? catalogue.read((snapshot) => snapshot.talk(slug)) : undefined;
  if (details === undefined) throw notFound('No talk has this identifier');
  // Ignores the crawler's preferred language: the image is for whoever receives the link.
  const { language } = requestLanguage({ query: target.query, acceptLanguage: undefined });
  const body = await cards.picture(cardOf(details, publication, brand, language));
  // Images are cached by content, independently of changes to the catalogue.
  return fileAnswer(body, 'image/png', 'card', { ...ONE_FORM, keep: 'never' });
}

const CODE_ENDING = '.svg';

/** The address of a talk's page as a QR code, for posters and slides. @param name the talk's slug with `.svg` */
export async function talkCodeAnswer(
  { catalogue, publication, brand }: Pick<Service, 'catalogue' | 'publication' | 'brand'>,
  _target: Target,
  name: string,
): Promise<Answer> {
  if (!brand.drawsCards) throw notFound('QR codes are not available on this service');
  const slug = name.endsWith(CODE_ENDING) ? name.slice(0, -CODE_ENDING.length) : '';
  const isThere = isSlug(slug) && catalogue.read(({ index }) => index.talkNumber(slug) !== 0);
  if (!isThere) throw notFound('No talk has this identifier');
  const address = absoluteLinks(publication).talkPage(slug);
  const code = await qrCode(address);
  if (code === undefined) throw notFound('The address is too long for a QR code');
  return fileAnswer(Buffer.from(qrSvg(code, address).markup), 'image/svg+xml', 'code', { ...ONE_FORM, keep: 'never' });
}
