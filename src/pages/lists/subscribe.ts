import type { TalkDetails } from '#catalogue/talk-details.ts';
import { additions, subscriptions } from '#representations/links/calendar-services.ts';
import { absoluteLinks, type Links, pathLinks } from '#representations/links/links.ts';
import { locationSummary } from '#representations/links/talk-location.ts';
import { alternates } from '#representations/negotiation/alternates.ts';
import type { Subject } from '#representations/negotiation/formats.ts';
import type { Alternate, Publication } from '#representations/representation.ts';
import { html, type Html } from '../frame/html.ts';
import type { View } from '../frame/view.ts';
import type { Messages } from '../messages.ts';

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

/** Addresses to follow a list of talks at; with a very long query there is only room for the first two. */
interface FollowAddresses {
  /** Absolute address of its calendar. */
  readonly calendar: string;
  readonly webcal: string;
  readonly google?: string;
  readonly outlook?: string;
  readonly office?: string;
  /** Address of its Atom feed. */
  readonly feed?: string | undefined;
}

/** A button that opens a menu of ways to follow a list of talks; it needs no script. */
export function followMenu(to: FollowAddresses, text: string, { follow }: Messages): Html {
  const ways: readonly (readonly [href: string | undefined, label: string])[] = [
    [to.webcal, follow.apple],
    [to.google, follow.google],
    [to.outlook, follow.outlook],
    [to.office, follow.office],
    [to.feed, follow.reader],
  ];
  const links = ways.flatMap(([href, label]) =>
    href === undefined ? [] : [html`<li><a href="${href}">${label}</a></li>`],
  );
  return html`<details class="follow">
    <summary class="button">${follow.title}</summary>
    <div class="follow-menu">
      <p class="quiet">${text}</p>
      <ul>
        ${links}
      </ul>
      <div class="follow-address">
        <label
          >${follow.address} <input type="url" readonly value="${to.calendar}" dir="ltr" autocomplete="off"
        /></label>
        <button type="button" data-copy data-copied="${follow.copied}">${follow.copy}</button>
        <p class="quiet" role="status"></p>
      </div>
    </div>
  </details>`;
}

interface FollowProps {
  readonly list: Followed;
  readonly view: View;
  /** The explanation in the menu; a general one by default. */
  readonly text?: string;
  /** Whether there is only room for calendars. */
  readonly isBrief?: boolean;
}

/** The menu to follow a list of talks. */
export function follow({ list, view, text = view.messages.follow.text, isBrief = false }: FollowProps): Html {
  const { publication, messages } = view;
  const { title, address, query = '' } = list;
  const calendar = `${address(absoluteLinks(publication))}.ics${query}`;
  const feed = isBrief ? undefined : `${address(pathLinks(publication))}.atom${query}`;
  return followMenu({ calendar, ...subscriptions(calendar, title), feed }, text, messages);
}
