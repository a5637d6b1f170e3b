import type { Place } from '#catalogue/place.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { venueLocation, type VenueLocation } from '#catalogue/venue-location.ts';
import { webAddress } from '#representations/feeds/feed-text.ts';
import { directionsAddress, mapAddress } from '#representations/links/map-address.ts';
import { emailAddress, safeHref } from '../frame/address.ts';
import { fact, listed, textFact } from '../frame/facts.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { joinAddress } from '../lists/join-address.ts';
import { calendarWays } from '../lists/subscribe.ts';
import { whenOf } from '../lists/when.ts';
import { insert } from '../messages.ts';
import type { View } from '../frame/view.ts';
import { words } from '../frame/words.ts';
import { titleText } from '../prose/title.ts';

/** When, where and for whom a talk is; unless it is cancelled or over, also how to join, book and save it. */
export function talkEssentials(details: TalkDetails, view: View): Html {
  const { talk } = details;
  const { messages } = view;
  const isToCome = isStillToCome(details, view);
  const all = [
    when(details, view),
    where(details, view),
    isToCome ? online(details, view) : NOTHING,
    materials(details, isToCome, view),
    textFact(messages.talk.audience, talk.audience),
    textFact(messages.talk.cost, talk.cost),
    isToCome ? booking(details, view) : NOTHING,
    isToCome ? fact(messages.talk.add, calendarWays(details, view)) : NOTHING,
  ];
  return html`<dl class="bill">${all}</dl>`;
}

/** What to do about a talk that is still to come, in a bar that stays at the foot of a phone. A script adds the star. */
export function talkBar(details: TalkDetails, address: string, view: View): Html {
  if (!isStillToCome(details, view)) return NOTHING;
  const { talk } = details;
  const { messages } = view;
  const [booking, joining] = [webAddress(talk.bookingUrl), joinAddress(details)];
  const main = (href: string, label: string): Html => html`<a class="button primary" href="${href}">${label}</a>`;
  return html`<div class="talk-bar" data-share data-title="${titleText(talk.title)}" data-url="${address}">
    ${
      booking !== null
        ? main(booking, messages.talk.book)
        : joining !== null
          ? main(joining, messages.talk.join)
          : NOTHING
    }
    <details class="follow">
      <summary class="button">${messages.talk.addShort}</summary>
      <div class="follow-menu">${calendarWays(details, view)}</div>
    </details>
    <span data-star-here></span>
    <button type="button" data-do="share" aria-label="${messages.talk.share}" hidden>${SHARE_ICON}</button>
  </div>`;
}

const SHARE_ICON = html`<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
  <path d="M12 15V4M7.5 8 12 3.5 16.5 8M5 12v8h14v-8" />
</svg>`;

function isStillToCome(details: TalkDetails, view: View): boolean {
  return details.talk.status !== 'cancelled' && !isOver(details, view);
}

/** Whether a talk has ended. */
export function isOver({ talk: { end } }: TalkDetails, { now }: View): boolean {
  return Date.parse(end) < now.getTime();
}

/** The time in the service's time zone; a script adds the reader's own time if it differs. Days are the same everywhere. */
function when({ talk }: TalkDetails, { dates, messages, publication, language }: View): Html {
  const { start, end } = talk;
  const { day, time, until: ends, isOneDay } = whenOf(talk, dates);
  const onDay = html`<span class="day"><time datetime="${dates.isoDay(start)}">${day}</time></span>`;
  const week = dates.termWeek(dates.isoDay(start));
  const inTerm = week === '' ? NOTHING : html`<span class="term-week"><bdi>${week}</bdi></span>`;
  if (talk.allDay) return fact(messages.talk.when, [onDay, inTerm]);
  const until = isOneDay ? ends : `${dates.day(end)}, ${dates.time(end)}`;
  const rest = ends === '' ? NOTHING : html`${isOneDay ? '–' : ' – '}<time datetime="${end}">${until}</time>`;
  const ownTime = html`<span
    class="own-time quiet"
    data-own-time
    data-start="${start}"
    data-end="${end}"
    data-zone="${publication.timeZone}"
    data-language="${language}"
    data-label="${messages.talk.ownTime}"
  ></span>`;
  return fact(messages.talk.when, [
    onDay,
    inTerm,
    html`<span class="hours"><time datetime="${start}">${time}</time>${rest}</span>`,
    html`<span class="zone quiet">${dates.zoneName(start)}</span>`,
    ownTime,
  ]);
}

function where({ talk, venue, venuesAbove: above }: TalkDetails, view: View): Html {
  const { messages, links } = view;
  if (venue === null && talk.locationDetails === '') return NOTHING;
  const all: Html[] = [];
  if (venue !== null)
    all.push(html`<span class="place"><a href="${links.venue(venue.id)}">${words(venue.name)}</a></span>`);
  if (talk.locationDetails !== '') all.push(html`<span class="place-details">${words(talk.locationDetails)}</span>`);
  if (venue !== null) {
    const location = venueLocation(venue, above);
    const lines = [...above.map(({ name }) => name), ...location.address.split(ADDRESS_LINES)];
    const address = withoutRepeats(lines, venue.name);
    if (address.length > 0) all.push(html`<span class="quiet">${listed(address.map((line) => words(line)))}</span>`);
    all.push(wayTo(venue, location, view));
  }
  return fact(messages.talk.where, all);
}

const ADDRESS_LINES = /[,\n]/;

/** The lines of an address, each once and without the name of the venue: addresses often repeat names of buildings. */
function withoutRepeats(lines: readonly string[], venue: string): readonly string[] {
  const said = new Set(['', comparable(venue)]);
  return lines
    .map((line) => line.trim())
    .filter((line) => {
      const isNew = !said.has(comparable(line));
      said.add(comparable(line));
      return isNew;
    });
}

function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

function wayTo(venue: Place, location: VenueLocation, { messages: { talk }, publication }: View): Html {
  const link = (href: string, label: string, name: string): Html =>
    html`<a href="${href}" aria-label="${insert(name, { place: venue.name })}">${label}</a>`;
  const map = mapAddress(publication, venue, location);
  const way = directionsAddress(location);
  if (map === null && way === null) return NOTHING;
  return html`<span class="map"
    >${map === null ? NOTHING : link(map, talk.map, talk.mapOf)}
    ${way === null ? NOTHING : link(way, talk.directions, talk.directionsTo)}</span
  >`;
}

function online(details: TalkDetails, { messages }: View): Html {
  const { onlineUrl } = details.talk;
  const address = joinAddress(details);
  if (address === null) return textFact(messages.talk.online, onlineUrl);
  const { host } = new URL(address);
  const link = html`<a class="button primary" href="${address}">${messages.talk.join}</a>`;
  return fact(messages.talk.online, html`<span>${link}</span><span class="quiet join-host"><bdi>${host}</bdi></span>`);
}

/** Links to the talk's materials. A live stream is left out once the talk is over. */
function materials({ talk }: TalkDetails, isToCome: boolean, { messages }: View): Html {
  const shown = talk.materials.filter(({ type }) => isToCome || type !== 'live_stream');
  if (shown.length === 0) return NOTHING;
  const each = shown.map(({ type, url, title }) => {
    const isWatched = type === 'recording' || type === 'live_stream';
    const label = messages.talk.material[type];
    const link = html`<a class="${isWatched ? 'button primary' : 'button'}" href="${url}">${label}</a>`;
    return html`<span class="material">${link}${title === '' ? NOTHING : words(title)}</span>`;
  });
  return fact(messages.talk.materials, each);
}

function booking({ talk: { bookingRequired, bookingUrl, bookingEmail } }: TalkDetails, { messages }: View): Html {
  const all: Html[] = [];
  if (bookingRequired !== '') all.push(words(bookingRequired));
  if (bookingUrl !== '') all.push(bookingLink(bookingUrl, messages.talk.book));
  if (bookingEmail !== '') all.push(emailAddress(bookingEmail));
  if (all.length === 0) return NOTHING;
  return fact(
    messages.talk.booking,
    all.map((one) => html`<span>${one}</span>`),
  );
}

function bookingLink(address: string, label: string): Html {
  const href = webAddress(address);
  return href === null ? safeHref(address) : html`<a class="button primary" href="${href}">${label}</a>`;
}
