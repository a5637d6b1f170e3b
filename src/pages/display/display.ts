import type { CalendarTalk } from '../calendar/calendar-talks.ts';
import { termNote } from '../calendar/dates.ts';
import { emptyState } from '../frame/parts.ts';
import { head } from '../frame/layout.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { shortened, theirs, words } from '../frame/words.ts';
import type { View } from '../frame/view.ts';
import { venueName, whenOf } from '../lists/when-and-where.ts';
import { insert } from '../messages.ts';
import { qrSvg, type QrCode } from './qr-code.ts';
import { shortTitle, titleText } from '../prose/title.ts';

interface DisplayContent {
  /** Names of what the talks belong to: a department, a venue, …; empty for all talks. */
  readonly subjects: readonly string[];
  /** Talks in order of start. The page shows as many as fit, without those that are over. */
  readonly talks: readonly DisplayedTalk[];
  readonly theme: 'auto' | 'light' | 'dark';
  /** Absolute address of a page with the same talks, for readers. */
  readonly address: string;
  readonly code: QrCode | undefined;
}

export interface DisplayedTalk extends CalendarTalk {
  /** When it is over; estimated if its length is unknown. */
  readonly over: string;
}

/** Maximum bytes; more would not fit. */
const LONGEST_TITLE = 300;
const LONGEST_LINE = 150;

/** Current and next talks, for a screen without input. A script keeps it up to date: see `script/display.js`. */
export function displayPage(content: DisplayContent, view: View): string {
  const { subjects, talks, theme } = content;
  const { brand, language, messages, publication } = view;
  const { display } = messages;
  const title = subjects.length === 0 ? display.title : titleText(subjects.join(' · '));
  return html`<!DOCTYPE html>
    <html lang="${language}" dir="ltr" ${theme === 'auto' ? NOTHING : html`class="is-${theme}"`}>
      ${head(view, { title, robots: 'noindex' })}
      <body class="display">
        <main
          data-display
          data-zone="${publication.timeZone}"
          data-language="${language}"
          data-now="${display.now}"
          data-stale="${display.stale}"
        >
          <header>
            ${subjects.length === 0 ? NOTHING : html`<p class="display-brand"><bdi>${brand.name}</bdi></p>`}
            <h1 ${subjects.length === 0 ? NOTHING : theirs(title)}>${subjects.length === 0 ? brand.name : title}</h1>
          </header>
          <p class="display-clock" data-clock></p>
          ${talks.length === 0 ? emptyState(display.none) : list(talks, view)}
          <p class="display-stale" data-said hidden></p>
          ${code(content, view)}
        </main>
      </body>
    </html>`.markup;
}

function list(talks: readonly DisplayedTalk[], view: View): Html {
  return html`<ol class="display-talks">
    ${talks.map((talk, at) => item(talk, at === 0 ? '' : dayOf(talks[at - 1], view), view))}
  </ol>`;
}

/** The day under which a talk stands, `yyyy-mm-dd`: today if it has begun. */
function dayOf(displayed: DisplayedTalk | undefined, { dates, now }: View): string {
  const today = dates.isoDay(now.toISOString());
  const day = displayed === undefined ? today : dates.isoDay(displayed.details.talk.start);
  return day < today ? today : day;
}

/** @param dayAbove the day of the talk above it, which its own heading is left out under; `''` for the first */
function item(displayed: DisplayedTalk, dayAbove: string, view: View): Html {
  const { details, venueAround, over } = displayed;
  const { dates, messages } = view;
  const { talk, speakers, venue } = details;
  const onDay = dayOf(displayed, view);
  const { from, shortDay, time, isOneDay } = whenOf(talk, dates);
  const isSaid = onDay === dates.isoDay(talk.start) && (isOneDay || !talk.allDay);
  const day = isSaid ? NOTHING : html`<span class="display-day">${shortDay}</span> `;
  const hour = talk.allDay && isOneDay ? messages.list.allDay : time;
  const isCancelled = talk.status === 'cancelled';
  const title = words(talk.title, shortTitle(talk.title, LONGEST_TITLE));
  const flag = isCancelled ? html` <span class="flag cancelled">${messages.list.cancelled}</span>` : NOTHING;
  const place = [venue === null ? '' : venueName(venue.name, venueAround), talk.locationDetails].filter(isGiven);
  const people = shortened(speakers.map(({ name }) => name).join(', '), LONGEST_LINE);
  const state = isCancelled ? NOTHING : html`<p class="display-state" data-state></p>`;
  return html`<li data-start="${talk.start}" data-over="${over}" ${talk.allDay ? html`data-all-day` : NOTHING}>
    ${onDay === dayAbove ? NOTHING : heading(onDay, view)}
    <div class="display-when">
      <p>${day}<time datetime="${from}">${hour}</time></p>
      ${state}
    </div>
    <div class="display-what">
      <h3>${isCancelled ? html`<s>${title}</s>` : title}${flag}</h3>
      ${people === '' ? NOTHING : html`<p>${words(people)}</p>`}
      ${place.length === 0 ? NOTHING : html`<p class="display-where">${words(shortened(place.join(', '), LONGEST_LINE))}</p>`}
    </div>
  </li>`;
}

function heading(day: string, { dates, messages, now }: View): Html {
  const isToday = day === dates.isoDay(now.toISOString());
  return html`<h2>
    ${isToday ? html`<span class="day-name">${messages.search.today}</span> ` : NOTHING}
    <time datetime="${day}">${dates.longDate(day)}</time>${termNote(day, dates)}
  </h2>`;
}

function isGiven(text: string): boolean {
  return text !== '';
}

function code({ address, code: qr }: DisplayContent, { messages: { display, talk } }: View): Html {
  if (qr === undefined) return NOTHING;
  const { host, pathname } = new URL(address);
  return html`<figure class="display-code">
    ${qrSvg(qr, insert(talk.codeOf, { address }))}
    <figcaption>${display.scan} <bdi dir="ltr">${breakable(host + pathname)}</bdi></figcaption>
  </figure>`;
}

/** An address that lines break after its dots and before its slashes. */
function breakable(address: string): Html {
  return html`${address.split(/(?<=\.)|(?=\/)/).map((part) => html`${part}<wbr />`)}`;
}
