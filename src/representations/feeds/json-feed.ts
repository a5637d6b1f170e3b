import { rememberedDate } from '#catalogue/all-day.ts';
import type { Material } from '#catalogue/material.ts';
import type { DatedTalk } from '#catalogue/talk-details.ts';
import { type Feed, type FeedHead, type FeedOptions, talkId } from './feed-format.ts';
import { documentTitle, feedName, inShort, summaries, talkHtml, type TalkSummary, unwrapped } from './feed-summary.ts';
import { oneLine } from './feed-text.ts';
import { cleanUri } from '../calendar/icalendar-component.ts';
import { absoluteLinks, type Links } from '../links/links.ts';
import { MATERIAL_NAMES, mediaTypeOf } from '../materials.ts';
import { textEnvelope, type Envelope, type Publication } from '../representation.ts';

/** Talks as a JSON Feed (version 1.1). Times and places are in `_lectern`. */
export function jsonFeed(publication: Publication, options: FeedOptions): Feed {
  const links = absoluteLinks(publication);
  const summary = summaries(publication, options);
  return {
    name: feedName('json-feed', options),
    entry: (details) => Buffer.from(JSON.stringify(item(details, summary(details), { links, publication }))),
    frame: (head) => frame(head, publication),
  };
}

interface Around {
  readonly links: Links;
  readonly publication: Publication;
}

/** Members that are undefined are not written. */
function item(details: DatedTalk, summary: TalkSummary, { links, publication }: Around): object {
  const { talk, history, speakers, topics } = details;
  return {
    id: talkId(talk.slug),
    url: summary.page,
    title: summary.title,
    summary: inShort(summary),
    content_text: unwrapped(summary),
    content_html: talkHtml(summary),
    image: talk.image === null ? undefined : cleanUri(links.image(talk.image.url)),
    date_published: history.created,
    date_modified: details.changed,
    authors:
      speakers.length === 0
        ? undefined
        : speakers.map(({ name, slug, image }) => ({
            name: oneLine(name),
            url: links.personPage(slug),
            avatar: image === null ? undefined : cleanUri(links.image(image.url)),
          })),
    tags: topics.length === 0 ? undefined : topics.map(({ uri, label }) => oneLine(label) || uri),
    attachments: attachments(talk.materials),
    _lectern: {
      start: talk.start,
      end: talk.end,
      all_day: talk.allDay,
      time_zone: publication.timeZone,
      status: talk.status,
      previous_start:
        history.previousStart === null ? undefined : (rememberedDate(history.previousStart) ?? history.previousStart),
      location: summary.where,
    },
  };
}

/** Files: an attachment needs a media type. Pages are in the content. */
function attachments(materials: readonly Material[]): object[] | undefined {
  const files = materials.flatMap((material) => {
    const type = mediaTypeOf(material);
    const title = oneLine(material.title) || MATERIAL_NAMES[material.type];
    return type === null ? [] : [{ url: cleanUri(material.url), mime_type: type, title }];
  });
  return files.length === 0 ? undefined : files;
}

function frame(head: FeedHead, { baseUrl }: Publication): Envelope {
  const top = {
    version: 'https://jsonfeed.org/version/1.1',
    title: documentTitle(head),
    home_page_url: head.page ?? undefined,
    feed_url: head.self,
    description: oneLine(head.description) || undefined,
    authors: [{ name: new URL(baseUrl).host, url: baseUrl }],
  };
  return textEnvelope(`${JSON.stringify(top).slice(0, -1)},"items":[`, ',', ']}');
}
