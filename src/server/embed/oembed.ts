import { oembedDocument, oembedXml } from '#pages/embed/oembed.ts';
import { LANGUAGES } from '#pages/frame/language.ts';
import type { View } from '#pages/frame/view.ts';
import { monthOf, monthText } from '#search/query/civil-days.ts';
import { parseEmbed, parseOembed } from '#search/query/embed-question.ts';
import type { EmbedQuestion, OembedQuestion } from '#search/query/embed-question.ts';
import { queryString } from '#representations/links/links.ts';
import { documentAnswer, type Answer } from '../http/answer.ts';
import { HttpError, notFound, valueOrThrow } from '../http/errors.ts';
import type { Target } from '../http/target.ts';
import { wholeDocument } from '../documents/document.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import { hasName, namesIn, subjectsOf } from '../pages/display-names.ts';
import { viewOf } from '../pages/page-response.ts';
import type { PageService } from '../service.ts';
import { embeddablePage, type EmbeddablePage } from './embeddable-page.ts';

/** CSS pixels, if the consumer sets no lower limit. */
const SIZE = { width: 600, height: 500 };
const SIZE_OF_TALK = { width: 600, height: 220 };

/**
 * How to embed one of our pages (oembed.com, 2.3); 404 for other addresses, 501 for other formats.
 */
export async function oembedAnswer(service: PageService, target: Target): Promise<Answer> {
  const asked = valueOrThrow(parseOembed(target.query));
  const { publication, brand } = service;
  if (asked.format !== 'json' && asked.format !== 'xml') throw new HttpError('not-implemented', 'There is json, xml');
  const page = embeddablePage(asked.url, publication.baseUrl);
  if (page === undefined) throw notFound('Nothing at this address can be embedded');
  const title = service.catalogue.read((snapshot) => embeddedTitle(service, snapshot, page, viewOf(service, target)));
  if (title === undefined) throw notFound('There is nothing at this address');
  const embedded = { title, page: new URL(asked.url).href, query: page.query, ...sizeOf(page, asked) };
  const document = oembedDocument(embedded, publication, brand.name);
  const body = asked.format === 'json' ? JSON.stringify(document) : oembedXml(document);
  const contentType = asked.format === 'json' ? 'application/json' : 'text/xml; charset=utf-8';
  return documentAnswer(wholeDocument(Buffer.from(body)), contentType);
}

function sizeOf({ shows }: EmbeddablePage, { maxWidth, maxHeight }: OembedQuestion): typeof SIZE {
  const { width, height } = shows?.parameter === 'talk' ? SIZE_OF_TALK : SIZE;
  return { width: Math.min(width, maxWidth), height: Math.min(height, maxHeight) };
}

/** Undefined if it does not exist, or the address is not valid. */
function embeddedTitle(
  { rules }: PageService,
  snapshot: Snapshot,
  { shows, query }: EmbeddablePage,
  view: View,
): string | undefined {
  if (shows?.parameter === 'talk') return snapshot.talk(shows.value)?.talk.title;
  if (shows !== undefined && !hasName(snapshot.index, shows)) return undefined;
  const parsed = parseEmbed(queryString(query).slice(1), rules, view.now, LANGUAGES);
  if (!parsed.ok) return undefined;
  return shows === undefined
    ? listTitle(parsed.value, snapshot, view)
    : namesIn(snapshot.index)(shows.parameter, shows.value);
}

/** `Bogs · “moss” · March 2041`; the name of the service for all talks. */
function listTitle({ question, asked, layout, from }: EmbedQuestion, { index }: Snapshot, view: View): string {
  const parts = [
    ...subjectsOf(asked, index),
    ...(question.text === null ? [] : [`“${question.text.text}”`]),
    ...(layout === 'month' ? [view.dates.month(monthText(monthOf(from)))] : []),
  ];
  return parts.length === 0 ? view.brand.name : parts.join(' · ');
}
