import type { TalkDetails } from '#catalogue/talk-details.ts';
import { alternates } from '#representations/negotiation/alternates.ts';
import type { Subject } from '#representations/negotiation/formats.ts';
import { additions, subscriptions } from '#representations/links/calendar-services.ts';
import { absoluteLinks, pathLinks, type Links } from '#representations/links/links.ts';
import { locationSummary } from '#representations/links/location.ts';
import type { Alternate, Publication } from '#representations/representation.ts';
import type { Messages } from '../messages.ts';
import { fact } from '../frame/facts.ts';
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

interface SubscribeProps {
  readonly list: Followed;
  readonly view: View;
  /** The explanation; a general one by default. */
  readonly text?: string;
  /** Whether there is only room for calendars. */
  readonly isBrief?: boolean;
}

/** Ways to subscribe to a list of talks. */
export function subscribe({ list, view, text = view.messages.follow.text, isBrief = false }: SubscribeProps): Html {
  const { publication, messages } = view;
  const { follow } = messages;
  const { subject, title, address, query = '' } = list;
  const calendar = `${address(absoluteLinks(publication))}.ics${query}`;
  const { webcal, google, outlook, office } = subscriptions(calendar, title);
  const feeds = alternates(subject, address(pathLinks(publication)), query).filter(
    ({ type }) => type !== 'text/calendar',
  );
  const ways: readonly (readonly [href: string, label: string])[] = [
    [webcal, follow.apple],
    [google, follow.google],
    [outlook, follow.outlook],
    [office, follow.office],
    [`${address(pathLinks(publication))}.ics${query}`, follow.file],
    ...(isBrief ? [] : feeds.map(({ href, title: name }) => [href, name] as const)),
  ];
  return html`<section class="follow">
    <h2>${follow.title}</h2>
    <p>${text}</p>
    <ul class="choices">
      ${choices(ways)}
    </ul>
  </section>`;
}

/** Ways to add one talk to a calendar. */
export function addToCalendar(details: TalkDetails, { publication, messages }: View): Html {
  const { talk } = details;
  const { google, outlook, office } = additions({
    title: talk.title,
    start: talk.start,
    end: talk.end,
    location: locationSummary(details) ?? talk.locationDetails,
    page: absoluteLinks(publication).talkPage(talk.slug),
  });
  const ways = choices([
    [pathLinks(publication).talkCalendar(talk.slug), messages.talk.addFile],
    [google, messages.follow.google],
    [outlook, messages.follow.outlook],
    [office, messages.follow.office],
  ]);
  return fact(
    messages.talk.add,
    html`<ul class="choices">
      ${ways}
    </ul>`,
  );
}

function choices(ways: readonly (readonly [href: string, label: string])[]): Html {
  return html`${ways.map(([href, label]) => html`<li><a href="${href}">${label}</a></li>`)}`;
}

/** Links to machine-readable formats. */
export function talkForms(alternates: readonly Alternate[], messages: Messages): Html {
  const ways = choices(alternates.map(({ href, title }) => [href, title] as const));
  return html`<section class="follow">
    <h2>${messages.talk.forms}</h2>
    <ul class="choices">
      ${ways}
    </ul>
  </section>`;
}
