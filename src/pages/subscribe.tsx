import type { TalkDetails } from '#catalogue/talk-details.js';
import { alternates } from '#representations/alternates.js';
import type { Subject } from '#representations/formats.js';
import { absoluteLinks, additions, pathLinks, subscriptions, type Links } from '#representations/links.js';
import { locationSummary } from '#representations/location.js';
import type { Alternate, Publication } from '#representations/representation.js';
import type { Messages } from './messages/en.js';
import { Fact } from './facts.js';
import { html } from './html.js';
import type { View } from './view.js';

/** A list of talks that can be followed. */
export interface Followed {
  readonly subject: Subject;
  /** What it is called. */
  readonly title: string;
  /** Where it is, without suffix. */
  readonly address: (links: Links) => string;
  /** What is behind every suffix, with its `?`; nothing unless given. */
  readonly query?: string;
}

/** The same thing in other forms, for the head of its page. */
export function alternatesOf(publication: Publication, list: Omit<Followed, 'title'>): Alternate[] {
  const { subject, address, query = '' } = list;
  const at = address(pathLinks(publication));
  return [{ type: 'application/hal+json', title: 'JSON', href: at + query }, ...alternates(subject, at, query)];
}

/** Ways to follow a list of talks. */
export function Subscribe({ list, view }: { readonly list: Followed; readonly view: View }) {
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
    ...feeds.map(({ href, title: name }) => [href, name] as const),
  ];
  return (
    <section class="follow">
      <h2>{follow.title}</h2>
      <p>{follow.text}</p>
      <Choices ways={ways} />
    </section>
  );
}

/** Ways to put one talk into a calendar, as a fact of it. */
export function AddToCalendar({ details, view }: { readonly details: TalkDetails; readonly view: View }) {
  const { talk } = details;
  const { publication, messages } = view;
  const { google, outlook, office } = additions({
    title: talk.title,
    start: talk.start,
    end: talk.end,
    location: locationSummary(details) ?? talk.locationDetails,
    page: absoluteLinks(publication).talkPage(talk.slug),
  });
  return (
    <Fact name={messages.talk.add}>
      <Choices
        ways={[
          [pathLinks(publication).talkCalendar(talk.slug), messages.talk.addFile],
          [google, messages.follow.google],
          [outlook, messages.follow.outlook],
          [office, messages.follow.office],
        ]}
      />
    </Fact>
  );
}

function Choices({ ways }: { readonly ways: readonly (readonly [href: string, label: string])[] }) {
  const items = ways.map(([href, label]) => html`<li><a href="${href}">${label}</a></li>`);
  return <ul class="choices" dangerouslySetInnerHTML={{ __html: html`${items}`.markup }} />;
}

/** The same thing as programs read it. */
export function OtherForms({
  alternates: forms,
  messages,
}: {
  readonly alternates: readonly Alternate[];
  readonly messages: Messages;
}) {
  return (
    <section class="follow">
      <h2>{messages.talk.forms}</h2>
      <Choices ways={forms.map(({ href, title }) => [href, title] as const)} />
    </section>
  );
}
