import type { TalkDetails } from '#catalogue/talk-details.ts';
import { isLong } from '#catalogue/talk-traits.ts';
import type { Talk } from '#catalogue/talk.ts';
import { dayLink, type ShownFilters } from './calendar-frame.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { shortened, theirs, words } from '../frame/words.ts';
import { lastMoment } from '#representations/formatted-time.ts';
import { dayOfTalk, venueName, whenOf } from '../lists/when-and-where.ts';
import { allDayData } from '../lists/talk-list.ts';
import { insert } from '../messages.ts';
import type { View } from '../frame/view.ts';
import { shortTitle } from '../prose/title.ts';

export interface CalendarTalk {
  readonly details: TalkDetails;
  /** The name of the place that its venue is part of; `''` if there is none. */
  readonly venueAround: string;
}

/** The first talks of a day or of a part of it, and their total. */
export interface CalendarTalks {
  readonly total: number;
  readonly talks: readonly CalendarTalk[];
  /** All other talks, if they are few enough to print. */
  readonly printed?: readonly CalendarTalk[];
}

/** Maximum bytes of a title and of a place: a calendar has many. */
const LONGEST_TITLE = 110;
const LONGEST_PLACE = 60;
/** Maximum bytes of a title that is only printed. */
const LONGEST_PRINTED = 80;

/** The talks in a cell of a month, each with its time. */
export function calendarTalkList(talks: readonly CalendarTalk[], view: View): Html {
  if (talks.length === 0) return NOTHING;
  return html`<ul>
    ${talks.map((one) => html`<li ${span(one.details.talk)}>${talkInCell(one, false, view)}</li>`)}
  </ul>`;
}

/** A talk on a scale of hours, with its end and its place. @param classes where it is on the scale */
export function talkInGrid(one: CalendarTalk, classes: string, view: View): Html {
  const { talk } = one.details;
  const itself = classes === '' ? NOTHING : html`class="${classes}"`;
  return html`<li ${itself} ${span(talk)}>${talkInCell(one, true, view)}</li>`;
}

/** When a talk begins and ends, for the script that marks talks that are on. */
function span(talk: Talk): Html {
  return talk.allDay ? allDayData(talk) : html`data-start="${talk.start}" data-end="${talk.end}"`;
}

function talkInCell(one: CalendarTalk, isFull: boolean, view: View): Html {
  const { talk, venue } = one.details;
  const place = venue === null ? talk.locationDetails : venueName(venue.name, one.venueAround);
  const link = html`<a href="${view.links.talk(talk.slug)}">${timeInCell(talk, isFull, view)} ${titleOf(talk)}</a>`;
  const where =
    isFull && place !== '' ? html`<bdi class="place" lang="">${shortened(place, LONGEST_PLACE)}</bdi>` : NOTHING;
  return html`${link}${flag(talk, view)}${where}`;
}

/** Of an all-day talk only what the day does not say: its last day, or where there is room that it is all day. */
function timeInCell(talk: Talk, isFull: boolean, view: View): Html {
  const last = lastDay(talk, view);
  if (talk.allDay && last !== '') return html`<span class="until">${untilDay(last, view)}</span>`;
  if (talk.allDay) return isFull ? html`<span class="until">${view.messages.list.allDay}</span>` : NOTHING;
  const { from, time } = whenOf(talk, view.dates);
  const until = last !== '' || (isFull && talk.end !== talk.start) ? untilText(talk, view) : NOTHING;
  return html`<time datetime="${from}">${time}</time>${until}`;
}

function untilDay(day: string, { messages }: View): string {
  return insert(messages.browse.calendar.until, { day });
}

/** Talks that began before a day (`yyyy-mm-dd`): which of their days it is, and the day on which they end. */
export function continuingTalkList(talks: readonly CalendarTalk[], day: string, view: View): Html {
  if (talks.length === 0) return NOTHING;
  const items = talks.map(({ details: { talk } }) => {
    const until = untilDay(lastDay(talk, view), view);
    const isLast = view.dates.isoDay(lastMoment(talk)) === day;
    const which = [dayOfTalk(talk, day, view), isLast ? '' : until].filter((one) => one !== '').join(', ');
    const label = html`<span class="until">${which}</span> ${titleOf(talk)}`;
    return html`<li ${span(talk)}><a href="${view.links.talk(talk.slug)}">${label}</a>${flag(talk, view)}</li>`;
  });
  return html`<ul class="continuing">
    ${items}
  </ul>`;
}

/** Talks that are only printed: a screen has no room for them. */
export function printedTalkList(talks: readonly CalendarTalk[] | undefined, view: View): Html {
  if (talks === undefined || talks.length === 0) return NOTHING;
  return html`<ul class="printed">
    ${talks.map(({ details: { talk } }) => html`<li>${whenOf(talk, view.dates).time} ${titleOf(talk, LONGEST_PRINTED)}${flag(talk, view)}</li>`)}
  </ul>`;
}

function titleOf({ title, status }: Talk, longest = LONGEST_TITLE): Html {
  const shown = shortTitle(title, longest);
  if (status !== 'cancelled') return words(title, shown);
  return html`<bdi class="cancelled-title" ${theirs(title)}>${shown}</bdi>`;
}

function flag({ status }: Talk, { messages }: View): Html {
  return status === 'published' ? NOTHING : html`<span class="flag"> ${messages.list[status]}</span>`;
}

/** `–12:30`, or `–Fri 12 Jun` on another day. */
function untilText(talk: Talk, view: View): Html {
  return html`<span class="ends">–${lastDay(talk, view) || view.dates.time(talk.end)}</span>`;
}

/** The last day of a talk; `''` if it lasts one day. A talk that ends at midnight ends on the day before. */
export function lastDay(talk: Talk, { dates }: View): string {
  if (!isLong(talk)) return '';
  const last = lastMoment(talk);
  return dates.isoDay(last) === dates.isoDay(talk.start) ? '' : dates.shortDay(last);
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
