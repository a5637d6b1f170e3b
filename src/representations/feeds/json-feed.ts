import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { Feed, FeedHead, FeedOptions } from './feed.ts';
import { talkHtml } from './feed-html.ts';
import { talkId } from './feed-id.ts';
import { documentTitle, feedName, inShort, summaries, unwrapped, type TalkSummary } from './feed-summary.ts';
import { oneLine } from './feed-text.ts';
import { absoluteLinks, type Links } from '../links/links.ts';
import { textEnvelope, type Envelope, type Publication } from '../representation.ts';

/** Talks as a JSON Feed (version 1.1). What is asked of the clock and the place is in `_lectern`. */
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
function item(details: TalkDetails, summary: TalkSummary, { links, publication }: Around): object {
  const { talk, history, speakers, topics } = details;
  return {
    id: talkId(talk.slug),
    url: summary.page,
    title: summary.title,
    summary: inShort(summary),
    content_text: unwrapped(summary),
    content_html: talkHtml(summary),
    date_published: history.created,
    date_modified: talk.updated,
    authors:
      speakers.length === 0
        ? undefined
        : speakers.map(({ name, slug }) => ({ name: oneLine(name), url: links.personPage(slug) })),
    tags: topics.length === 0 ? undefined : topics.map(({ uri, label }) => oneLine(label) || uri),
    _lectern: {
      start: talk.start,
      end: talk.end,
      time_zone: publication.timeZone,
      status: talk.status,
      previous_start: history.previousStart ?? undefined,
      location: summary.where,
    },
  };
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
