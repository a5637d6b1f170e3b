import type { TalkDetails } from '#catalogue/talk-details.ts';
import { dayLink } from './calendar-day.ts';
import type { ShownFilters } from './calendar-frame.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { shortened } from '../frame/shortened.ts';
import { venueName } from '../lists/venue-name.ts';
import { insert } from '../messages.ts';
import type { View } from '../frame/view.ts';

export interface CalendarTalk {
  readonly details: TalkDetails;
  /** The name of the place that its venue is part of; `''` if there is none. */
  readonly venueAround: string;
}

/** The first talks of a day or of a part of it, and their total. */
export interface CalendarTalks {
  readonly total: number;
  readonly talks: readonly CalendarTalk[];
}

/** Maximum bytes of a title and of a place: a calendar has many. */
const LONGEST_TITLE = 110;
const LONGEST_PLACE = 60;

/** The talks in a cell of a calendar, each with its time. */
export function calendarTalkList(talks: readonly CalendarTalk[], withPlace: boolean, view: View): Html {
  if (talks.length === 0) return NOTHING;
  return html`<ul>
    ${talks.map((one) => html`<li>${talkInCell(one, withPlace, view)}</li>`)}
  </ul>`;
}

function talkInCell(one: CalendarTalk, withPlace: boolean, view: View): Html {
  const { talk, venue } = one.details;
  const { list } = view.messages;
  const place = venue === null ? talk.locationDetails : venueName(venue.name, one.venueAround);
  const time = html`<time datetime="${talk.start}">${view.dates.time(talk.start)}</time>`;
  const cancelled = talk.status === 'cancelled' ? html`class="cancelled-title"` : NOTHING;
  const title = html`<bdi lang="" ${cancelled}>${shortened(talk.title, LONGEST_TITLE)}</bdi>`;
  const link = html`<a href="${view.links.talk(talk.slug)}">${time} ${title}</a>`;
  const flag = talk.status === 'published' ? NOTHING : html`<span class="flag"> ${list[talk.status]}</span>`;
  const where =
    withPlace && place !== '' ? html`<bdi class="place" lang="">${shortened(place, LONGEST_PLACE)}</bdi>` : NOTHING;
  return html`${link}${flag}${where}`;
}

interface MoreTalksProps {
  readonly view: View;
  readonly more: number;
  /** `yyyy-mm-dd` */
  readonly day: string;
  readonly filters: ShownFilters;
}

/** A link to all talks of a day; empty if all are shown. */
export function moreTalks({ view, more, day, filters }: MoreTalksProps): Html {
  if (more <= 0) return NOTHING;
  const { calendar } = view.messages.browse;
  const count = insert(calendar.more, { count: more });
  const on = insert(calendar.on, { day: view.dates.longDate(day) });
  const label = html`${count}<span class="unseen">${on}</span>`;
  return html`<p class="more">${dayLink({ day, filters, view, label })}</p>`;
}
