import type { CalendarTalk } from '../calendar/calendar-talks.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { pictureAddress } from '../frame/pictures.ts';
import type { View } from '../frame/view.ts';
import { theirs, words } from '../frame/words.ts';
import { joinAddress } from '../lists/join-address.ts';
import { venueName } from '../lists/venue-name.ts';
import { whenOf } from '../lists/when.ts';
import { titleHtml } from '../prose/title.ts';

/** The parts of a talk in a list on another site. Each has a class that the site may style. */

/** `Tuesday 6 October 2015, 11:00–12:30`; if brief, with a short day and without the end. */
export function when(one: CalendarTalk, view: View, isBrief = false): Html {
  const { talk } = one.details;
  const { from, day, shortDay, time } = whenOf(talk, view.dates);
  const said = [isBrief ? shortDay : day, time].filter((part) => part !== '').join(', ');
  const start = html`<time datetime="${from}">${said}</time>`;
  return isBrief ? start : html`${start}${untilEnd(one, view)}`;
}

/** `11:00–12:30`, below a heading that says the day; of an all-day talk of several days, these. */
export function hours(one: CalendarTalk, view: View): Html {
  const { talk } = one.details;
  const { from, day, time, isOneDay } = whenOf(talk, view.dates);
  const days = isOneDay ? view.messages.list.allDay : day;
  return html`<time datetime="${from}">${talk.allDay ? days : time}</time>${untilEnd(one, view)}`;
}

function untilEnd({ details: { talk } }: CalendarTalk, { dates }: View): Html {
  const { until } = whenOf(talk, dates);
  return until === '' ? NOTHING : html`–<time datetime="${talk.end}">${until}</time>`;
}

export function title({ details }: CalendarTalk, { links, messages: { list } }: View): Html {
  const { talk } = details;
  const link = html`<a href="${links.talk(talk.slug)}" ${theirs(talk.title)}>${titleHtml(talk.title)}</a>`;
  const isOnline = talk.onlineUrl !== '' || joinAddress(details) !== null;
  return html`${talk.status === 'cancelled' ? html`<s>${link}</s>` : link}${
    talk.status === 'published'
      ? NOTHING
      : html` <span class="lectern-flag lectern-${talk.status}">${list[talk.status]}</span>`
  }${isOnline ? html` <span class="lectern-flag">${list.online}</span>` : NOTHING}`;
}

/** Names of the speakers; empty if there are none. */
export function who({ details: { talk, speakers } }: CalendarTalk, { messages }: View): Html {
  if (speakers.length === 0) return talk.variousSpeakers ? html`${messages.talk.who.various}` : NOTHING;
  return words(speakers.map(({ name }) => name).join(', '));
}

export function where({ details: { talk, venue }, venueAround }: CalendarTalk): Html {
  const places = [venue === null ? '' : venueName(venue.name, venueAround), talk.locationDetails];
  const said = places.filter((one) => one !== '').join(', ');
  return said === '' ? NOTHING : words(said);
}

/** The special message of a talk, on one line. */
export function note({ details: { talk } }: CalendarTalk): Html {
  const line = talk.specialMessage.replace(/\s+/g, ' ').trim();
  return line === '' ? NOTHING : words(line);
}

/** The picture of a talk, if the rules for pictures allow it. */
export function picture({ details: { talk } }: CalendarTalk, view: View): Html {
  const address = pictureAddress(talk.image, view);
  if (talk.image === null || address === null) return NOTHING;
  const src = new URL(address, view.publication.baseUrl).href;
  return html`<img
    class="lectern-picture"
    src="${src}"
    alt="${talk.image.alt}"
    loading="lazy"
    referrerpolicy="no-referrer"
  />`;
}

/** An element with a class; empty if it has no content. */
export function part(name: string, content: Html): Html {
  return content.markup === '' ? NOTHING : html`<p class="lectern-${name}">${content}</p>`;
}
