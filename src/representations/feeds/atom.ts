import type { Material } from '#catalogue/material.ts';
import type { DatedTalk, TalkDetails } from '#catalogue/talk-details.ts';
import { documentId, type Feed, type FeedHead, type FeedOptions, talkId } from './feed-format.ts';
import {
  documentTitle,
  feedName,
  inShort,
  mediaThumbnail,
  summaries,
  talkHtml,
  type TalkSummary,
} from './feed-summary.ts';
import { oneLine } from './feed-text.ts';
import { NEVER } from '../formatted-time.ts';
import { cleanUri } from '../calendar/icalendar-component.ts';
import { absoluteLinks, type Links } from '../links/links.ts';
import { MATERIAL_NAMES, mediaTypeOf } from '../materials.ts';
import { textEnvelope, type Envelope, type Publication } from '../representation.ts';
import { element, escapedXml, textElement, XML_DECLARATION } from '../json/xml-text.ts';

/**
 * Talks as a news feed (RFC 4287). The summary has the time and place, the content everything. There is no element for
 * the time of the event: Atom readers know no extension for that.
 */
export function atom(publication: Publication, options: FeedOptions): Feed {
  const links = absoluteLinks(publication);
  const summary = summaries(publication, options);
  return {
    name: feedName('atom', options),
    entry: (details) => Buffer.from(entry(details, summary(details), links)),
    frame: (head) => frame(head, publication),
  };
}

function entry(details: DatedTalk, summary: TalkSummary, links: Links): string {
  const { talk, history } = details;
  return [
    '<entry>',
    textElement('id', talkId(talk.slug)),
    textElement('title', summary.title),
    element('link', { rel: 'alternate', type: 'text/html', href: summary.page }),
    ...details.talk.materials.map((material) => element('link', materialLink(material))),
    ...(talk.image === null ? [] : [mediaThumbnail(cleanUri(links.image(talk.image.url)))]),
    textElement('published', history.created),
    textElement('updated', details.changed),
    ...authors(details, links),
    ...details.topics.map(({ uri, label }) => element('category', { term: uri, label: oneLine(label) })),
    textElement('summary', inShort(summary)),
    element('content', { type: 'html' }, escapedXml(talkHtml(summary))),
    '</entry>\n',
  ].join('\n');
}

/** A file is an `enclosure` (RFC 4287, 4.2.7.2), a page is `related`. */
function materialLink(material: Material): Readonly<Record<string, string>> {
  const title = oneLine(material.title) || MATERIAL_NAMES[material.type];
  const type = mediaTypeOf(material);
  const href = cleanUri(material.url);
  return type === null ? { rel: 'related', href, title } : { rel: 'enclosure', type, href, title };
}

/** The speakers, else the department; an entry without either inherits the feed's author (RFC 4287, 4.1.2). */
function authors({ speakers, organisingDepartment: department }: TalkDetails, links: Links): string[] {
  if (speakers.length === 0) return department === null ? [] : [author(oneLine(department.name))];
  return speakers.map(({ name, slug }) => author(oneLine(name), links.personPage(slug)));
}

function author(name: string, uri?: string): string {
  const address = uri === undefined ? '' : textElement('uri', uri);
  return element('author', {}, textElement('name', name) + address);
}

function frame(head: FeedHead, publication: Publication): Envelope {
  const description = oneLine(head.description);
  const before = [
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    textElement('id', documentId(publication, head)),
    textElement('title', documentTitle(head)),
    ...(description === '' ? [] : [textElement('subtitle', description)]),
    element('link', { rel: 'self', type: 'application/atom+xml', href: head.self }),
    ...(head.page === null ? [] : [element('link', { rel: 'alternate', type: 'text/html', href: head.page })]),
    textElement('updated', head.updated ?? NEVER),
    author(publisher(publication), publication.baseUrl),
    element('generator', {}, 'Lectern'),
    '',
  ];
  return textEnvelope(XML_DECLARATION + before.join('\n'), '', '</feed>\n');
}

/** The publisher: the host name. */
function publisher({ baseUrl }: Publication): string {
  return new URL(baseUrl).host;
}
