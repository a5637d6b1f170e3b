import type { TalkDetails } from '#catalogue/talk-details.ts';
import { alternates } from '#representations/negotiation/alternates.ts';
import type { Subject } from '#representations/negotiation/formats.ts';
import { additions } from '#representations/links/calendar-services.ts';
import { absoluteLinks, pathLinks, type Links } from '#representations/links/links.ts';
import { locationSummary } from '#representations/links/talk-location.ts';
import type { Alternate, Publication } from '#representations/representation.ts';
import type { Messages } from '../messages.ts';
import { html, type Html } from '../frame/html.ts';
import type { View } from '../frame/view.ts';

/** A list of talks to subscribe to. */
export interface Followed {
  readonly subject: Subject;
  /** Its name. */
  readonly title: string;
  /** Its address, without a suffix. */
  readonly address: (links: Links) => string;
  /** The query after the suffix, with its `?`; empty by default. */
  readonly query?: string;
}

/**
 * Links to other formats, for the head of a page.
 * @param data the query for the API, if it differs from that for feeds
 */
export function alternatesOf(
  publication: Publication,
  { subject, address, query = '' }: Omit<Followed, 'title'>,
  data = query,
): Alternate[] {
  const at = address(pathLinks(publication));
  return [{ type: 'application/hal+json', title: 'JSON', href: at + data }, ...alternates(subject, at, query)];
}

/** Links to a list of talks in machine-readable formats. */
export function listAsData({ subject, address, query = '' }: Followed, { publication, messages }: View): Html {
  const at = address(pathLinks(publication));
  const feeds = alternates(subject, at, query).map(({ href, title }) => [href, title] as const);
  return asData([[`${at}.json${query}`, 'JSON'], [`${at}.xml${query}`, 'XML'], ...feeds], messages);
}

/** Links to a talk in machine-readable formats. */
export function talkAsData(alternates: readonly Alternate[], messages: Messages): Html {
  return asData(
    alternates.map(({ href, title }) => [href, title] as const),
    messages,
  );
}

/** Links to machine-readable formats, folded. */
export function asData(links: readonly Choice[], { follow }: Messages): Html {
  return html`<details class="as-data">
    <summary>${follow.data}</summary>
    <ul class="choices">
      ${choices(links)}
    </ul>
  </details>`;
}

/** Ways to add one talk to a calendar, as links. */
export function calendarWays(details: TalkDetails, { publication, messages }: View): Html {
  const { talk } = details;
  const { google, outlook, office } = additions({
    title: talk.title,
    start: talk.start,
    end: talk.end,
    allDay: talk.allDay,
    timeZone: publication.timeZone,
    location: locationSummary(details) ?? (talk.locationDetails || talk.onlineUrl),
    page: absoluteLinks(publication).talkPage(talk.slug),
  });
  const ways = choices([
    [pathLinks(publication).talkCalendar(talk.slug), messages.talk.addFile],
    [google, messages.follow.google],
    [outlook, messages.follow.outlook],
    [office, messages.follow.office],
  ]);
  return html`<ul class="choices">
    ${ways}
  </ul>`;
}

type Choice = readonly [href: string, label: string];

function choices(links: readonly Choice[]): Html {
  return html`${links.map(([href, label]) => html`<li><a href="${href}">${label}</a></li>`)}`;
}
