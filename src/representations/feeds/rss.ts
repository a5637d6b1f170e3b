import type { Material } from '#catalogue/material.ts';
import type { DatedTalk } from '#catalogue/talk-details.ts';
import { type Feed, type FeedHead, type FeedOptions, talkId } from './feed-format.ts';
import { documentTitle, feedName, mediaThumbnail, summaries, talkHtml, type TalkSummary } from './feed-summary.ts';
import { oneLine } from './feed-text.ts';
import { datesOf, mailDate, NEVER, startInWords, zonedTimes, type ZonedTimes } from '../formatted-time.ts';
import { cleanUri } from '../calendar/icalendar-component.ts';
import { absoluteLinks, type Links } from '../links/links.ts';
import { mediaTypeOf } from '../materials.ts';
import { textEnvelope, type Envelope, type Publication } from '../representation.ts';
import { element, escapedXml, textElement, XML_DECLARATION } from '../json/xml-text.ts';

/** `dc`, since RSS's `author` must be an e-mail address; Atom, for what RSS lacks; `ev`, for event calendars. */
const NAMESPACES = {
  version: '2.0',
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:ev': 'http://purl.org/rss/1.0/modules/event/',
};

/** How often readers should fetch the feed, in minutes. */
const TIME_TO_LIVE = '60';

/**
 * Talks as a news feed (RSS 2.0). SimplePie, and so WordPress, sorts items by `atom:updated` or `pubDate`, latest first:
 * with neither, the next talk stays first.
 */
export function rss(publication: Publication, options: FeedOptions): Feed {
  const summary = summaries(publication, options);
  const around = {
    zoned: zonedTimes(publication.timeZone),
    links: absoluteLinks(publication),
    publication,
    isDated: options.dates !== 'title',
  };
  return {
    name: `${feedName('rss', options)} ${around.isDated ? '' : 'dates=title'}`.trimEnd(),
    entry: (details) => Buffer.from(item(details, summary(details), around)),
    frame: (head) => frame(head, publication),
  };
}

interface Around {
  readonly zoned: ZonedTimes;
  readonly links: Links;
  readonly publication: Publication;
  /** Whether items have dates, and not their titles. */
  readonly isDated: boolean;
}

function item(details: DatedTalk, summary: TalkSummary, { zoned, links, publication, isDated }: Around): string {
  const { talk, history, speakers, topics, organisingDepartment: department } = details;
  const [first, last] = talk.allDay ? datesOf(talk, zoned) : [zoned(talk.start).withOffset, zoned(talk.end).withOffset];
  return [
    '<item>',
    textElement('title', isDated ? summary.title : `${startInWords(talk, publication.timeZone)}: ${summary.title}`),
    textElement('link', summary.page),
    element('guid', { isPermaLink: 'false' }, talkId(talk.slug)),
    // A changed talk is not news: readers sort by when it was announced.
    ...(isDated
      ? [textElement('pubDate', mailDate(history.created)), textElement('atom:updated', details.changed)]
      : []),
    ...speakers.map(({ name }) => textElement('dc:creator', oneLine(name))),
    ...topics.map(({ uri, label }) => element('category', { domain: uri }, escapedXml(oneLine(label) || uri))),
    textElement('ev:startdate', first),
    textElement('ev:enddate', last),
    ...(summary.where === '' ? [] : [textElement('ev:location', summary.where)]),
    ...(department === null ? [] : [textElement('ev:organizer', oneLine(department.name))]),
    ...enclosures(talk.materials),
    ...(talk.image === null ? [] : [mediaThumbnail(cleanUri(links.image(talk.image.url)))]),
    textElement('description', talkHtml(summary)),
    '</item>\n',
  ].join('\n');
}

/** The first audio or video file: an item has only one. Its length in bytes is unknown, and so 0 (RSS 2.0). */
function enclosures(materials: readonly Material[]): string[] {
  const files = materials.flatMap((material) => {
    const type = mediaTypeOf(material);
    return type !== null && /^(?:audio|video)\//.test(type) ? [{ url: cleanUri(material.url), length: '0', type }] : [];
  });
  return files.slice(0, 1).map((file) => element('enclosure', file));
}

function frame(head: FeedHead, { baseUrl }: Publication): Envelope {
  const title = documentTitle(head);
  const channel = [
    '<channel>',
    textElement('title', title),
    textElement('link', head.page ?? baseUrl),
    // Readers show it as HTML: imported text is escaped.
    textElement('description', escapedXml(oneLine(head.description) || title)),
    element('atom:link', { rel: 'self', type: 'application/rss+xml', href: head.self }),
    textElement('lastBuildDate', mailDate(head.updated ?? NEVER)),
    textElement('generator', 'Lectern'),
    textElement('ttl', TIME_TO_LIVE),
    '',
  ];
  // The root element stands open until `after`, so `element` cannot write it.
  const root = element('rss', NAMESPACES).replace(/\/>$/, '>\n');
  return textEnvelope(XML_DECLARATION + root + channel.join('\n'), '', '</channel>\n</rss>\n');
}
