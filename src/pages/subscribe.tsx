import type { TalkDetails } from '#catalogue/talk-details.js';
import { alternates } from '#representations/alternates.js';
import type { Subject } from '#representations/formats.js';
import { absoluteLinks, additions, pathLinks, subscriptions, type Links } from '#representations/links.js';
import { locationSummary } from '#representations/location.js';
import type { Alternate, Publication } from '#representations/representation.js';

/** A list of talks that can be followed. */
export interface Followed {
  readonly subject: Subject;
  /** What it is called. */
  readonly title: string;
  /** Where it is, without suffix. */
  readonly address: (links: Links) => string;
}

/** The same thing in other forms, for the head of its page. */
export function alternatesOf(publication: Publication, { subject, address }: Omit<Followed, 'title'>): Alternate[] {
  const at = address(pathLinks(publication));
  return [{ type: 'application/hal+json', title: 'JSON', href: at }, ...alternates(subject, at)];
}

/** Ways to follow a list of talks. */
export function Subscribe({ list, publication }: { readonly list: Followed; readonly publication: Publication }) {
  const { subject, title, address } = list;
  const calendar = `${address(absoluteLinks(publication))}.ics`;
  const { webcal, google, outlook, office } = subscriptions(calendar, title);
  const feeds = alternates(subject, address(pathLinks(publication))).filter(({ type }) => type !== 'text/calendar');
  return (
    <section>
      <h2>Subscribe</h2>
      <p>Follow these talks in your calendar; what changes here changes there.</p>
      <ul class="choices">
        <li>
          <a href={webcal}>Apple Calendar and others</a>
        </li>
        <li>
          <a href={google}>Google Calendar</a>
        </li>
        <li>
          <a href={outlook}>Outlook.com</a>
        </li>
        <li>
          <a href={office}>Outlook at work</a>
        </li>
        <li>
          <a href={`${address(pathLinks(publication))}.ics`}>Calendar file</a>
        </li>
        {feeds.map(({ href, title: name }) => (
          <li key={href}>
            <a href={href}>{name}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Ways to put one talk into a calendar. */
export function AddToCalendar({
  details,
  publication,
}: {
  readonly details: TalkDetails;
  readonly publication: Publication;
}) {
  const { talk } = details;
  const { google, outlook, office } = additions({
    title: talk.title,
    start: talk.start,
    end: talk.end,
    location: locationSummary(details) ?? talk.locationDetails,
    page: absoluteLinks(publication).talkPage(talk.slug),
  });
  return (
    <section>
      <h2>Add to your calendar</h2>
      <ul class="choices">
        <li>
          <a href={pathLinks(publication).talkCalendar(talk.slug)}>Calendar file</a>
        </li>
        <li>
          <a href={google}>Google Calendar</a>
        </li>
        <li>
          <a href={outlook}>Outlook.com</a>
        </li>
        <li>
          <a href={office}>Outlook at work</a>
        </li>
      </ul>
    </section>
  );
}
