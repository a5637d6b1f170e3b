import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { Talk } from '#catalogue/talk.ts';
import { lastMoment } from '#representations/formatted-time.ts';
import { termNote } from '../calendar/dates.ts';
import { TALKS_HERE } from '../fragments.ts';
import { html, type Html, NOTHING } from '../frame/html.ts';
import { thumbnail } from '../frame/pictures.ts';
import type { View } from '../frame/view.ts';
import { theirs, words } from '../frame/words.ts';
import { proseLine } from '../prose/prose.ts';
import { titleHtml } from '../prose/title.ts';
import { isOnline, venueName, whenOf } from './when-and-where.ts';

/** The markup before and after the talks of a list. */
export interface TalksBeside {
  readonly before: string;
  readonly after: string;
}

export const AROUND_LIST = around(
  html`<ol class="talks">
    ${TALKS_HERE}
  </ol>`,
);

/** The same around talks that have taken place. */
export const AROUND_PAST = around(
  html`<ol class="talks is-over">
    ${TALKS_HERE}
  </ol>`,
);

/** The markup around one day of a list grouped by days. @param day `yyyy-mm-dd` */
export function aroundDay(
  day: string,
  { dates, messages }: Pick<View, 'dates' | 'messages'>,
  name: DayName,
): TalksBeside {
  const said =
    name === null || name === 'over' ? NOTHING : html`<span class="day-name">${messages.search[name]}</span> `;
  const over = name === 'over' ? html` <span class="day-over">${messages.list.ended}</span>` : NOTHING;
  return around(
    html`<section class="day${name === 'over' ? ' is-over' : ''}">
      <h3>${said}<time datetime="${day}">${dates.longDate(day)}</time>${termNote(day, dates)}${over}</h3>
      <ol class="talks by-day">
        ${TALKS_HERE}
      </ol>
    </section>`,
  );
}

/** The markup around talks that began before the first day of a list, and go on. */
export function aroundGoingOn({ messages }: Pick<View, 'messages'>): TalksBeside {
  return around(
    html`<section class="day">
      <h3>${messages.browse.calendar.goingOn}</h3>
      <ol class="talks">
        ${TALKS_HERE}
      </ol>
    </section>`,
  );
}

/** What a day is relative to today. */
export type DayName = 'today' | 'tomorrow' | 'over' | null;

function around({ markup }: Html): TalksBeside {
  const [before = '', after = ''] = markup.split(TALKS_HERE.markup);
  return { before, after };
}

/** What the rendering of a list item depends on, besides its talk. */
export type ItemView = Pick<View, 'brand' | 'dates' | 'links' | 'messages' | 'publication'>;

/**
 * A talk in a list, as an `li`: the same bytes in every list of one language. The stylesheet hides what the list
 * already says, such as the day above its talks or the series that its page is about.
 * @param venueAround the name of the place that its venue is part of; `''` for none
 * @param about a line from its abstract: none by default
 * @param dayOf as from dayOfTalk, in lists under a later day
 */
export function talkItem(details: TalkDetails, view: ItemView, venueAround = '', about = NOTHING, dayOf = ''): Html {
  const { talk } = details;
  const title = html`<a href="${view.links.talk(talk.slug)}" ${theirs(talk.title)}>${titleHtml(talk.title)}</a>`;
  return html`<li class="talk" ${allDayData(talk)}>
    ${when(details, view, dayOf)}
    <div class="talk-body">
      ${thumbnail(talk.image, view)}
      <p class="talk-title">${talk.status === 'cancelled' ? html`<s>${title}</s>` : title}${flags(details, view)}</p>
      ${people(details, view)}${whereAndSeries(details, view, venueAround)}${note(details)}${about}
    </div>
  </li>`;
}

/** When an all-day talk begins and ends, for the script that marks talks that are over or on: its dates do not tell. */
export function allDayData({ allDay, start, end }: Talk): Html {
  return allDay ? html`data-all-day data-start="${start}" data-end="${end}"` : NOTHING;
}

/** The line that says what a talk is about. */
export function aboutLine(line: Html): Html {
  return line.markup === '' ? NOTHING : html`<p class="talk-about" dir="auto" lang="">${line}</p>`;
}

/** `Tuesday 6 October 2015, 11:00–12:30`, with the day in its own element. */
function when({ talk }: TalkDetails, { dates, messages }: ItemView, dayOf: string): Html {
  const { from, day, shortDay, time, until, isOneDay } = whenOf(talk, dates);
  const nth = dayOf === '' ? NOTHING : html`<span class="talk-nth"><span class="comma">, </span>${dayOf}</span>`;
  if (talk.allDay && !isOneDay) {
    // Below the heading of a day, neither that day nor the year is said again.
    const year = dates.isoDay(lastMoment(talk)).slice(0, 4);
    const days = html`<time datetime="${from}">${shortDay}<span class="talk-day"> ${year}</span></time>`;
    return html`<p class="talk-when">${days}${nth}</p>`;
  }
  const start = html`<time datetime="${from}"
    ><span class="talk-day">${day}<span class="comma">, </span></span>${talk.allDay ? messages.list.allDay : time}</time
  >`;
  if (until === '') return html`<p class="talk-when">${start}</p>`;
  return html`<p class="talk-when">
    ${start}<span class="talk-end">–<time datetime="${talk.end}">${until}</time></span
    >${nth}
  </p>`;
}

function flags(details: TalkDetails, { messages: { list } }: ItemView): Html {
  const { talk } = details;
  const status =
    talk.status === 'published' ? NOTHING : html` <span class="flag ${talk.status}">${list[talk.status]}</span>`;
  const online = !isOnline(details) ? NOTHING : html` <span class="flag">${list.online}</span>`;
  const isRecorded = talk.materials.some(({ type }) => type === 'recording');
  const recording = !isRecorded ? NOTHING : html` <span class="flag">${list.recording}</span>`;
  return html`${status}${online}${recording}`;
}

/** Speakers, and where each of one or two comes from. */
function people({ talk, speakers }: TalkDetails, { links, messages }: ItemView): Html {
  if (speakers.length === 0)
    return talk.variousSpeakers ? html`<p class="talk-who">${messages.talk.who.various}</p>` : NOTHING;
  const named = speakers.map(({ slug, name, bio }, at) => {
    const comma = at === 0 ? '' : ', ';
    const from = speakers.length > 2 ? '' : affiliation(bio);
    const known = from === '' ? NOTHING : html` <span class="talk-from">(${words(from)})</span>`;
    return html`${comma}<a href="${links.person(slug)}">${words(name)}</a>${known}`;
  });
  return html`<p class="talk-who">${named}</p>`;
}

/** Maximum UTF-16 units of an affiliation: what fits in a line beside a name. */
const LONGEST_AFFILIATION = 60;

/** Where a person comes from, by their `bio`: all of it, or the beginning of its first sentence; `''` if that is long. */
function affiliation(bio: string): string {
  const line = proseLine(bio.slice(0, LONGEST_AFFILIATION * 4));
  if (line.length <= LONGEST_AFFILIATION) return line.replace(/\.$/, '');
  const [sentence = ''] = line.split(/(?<=[^\s.]{3})\.(?= |$)|; /, 1);
  if (sentence.length <= LONGEST_AFFILIATION) return sentence;
  return sentence.slice(0, Math.max(0, sentence.slice(0, LONGEST_AFFILIATION).lastIndexOf(', ')));
}

/** The room and the series, in one line. */
function whereAndSeries(details: TalkDetails, { links }: ItemView, venueAround: string): Html {
  const { series } = details;
  const place = where(details, venueAround);
  if (series === null && place === NOTHING) return NOTHING;
  const dot = place === NOTHING ? NOTHING : html`<span class="dot"> · </span>`;
  const link =
    series === null
      ? NOTHING
      : html`<span class="talk-series"
          >${dot}<a href="${links.series(series.slug)}" ${theirs(series.title)}>${titleHtml(series.title)}</a></span
        >`;
  return html`<p class="talk-meta">${place}${link}</p>`;
}

/** The place without its street, which only the talk's own page shows; the venue has its own element. */
function where({ talk: { locationDetails }, venue }: TalkDetails, venueAround: string): Html {
  const room = venue === null ? '' : venueName(venue.name, venueAround);
  if (locationDetails === '')
    return room === '' ? NOTHING : html`<span class="talk-where talk-venue">${words(room)}</span>`;
  const before = room === '' ? NOTHING : html`<span class="talk-venue">${room}, </span>`;
  return html`<span class="talk-where"><bdi lang="">${before}${locationDetails}</bdi></span>`;
}

/** Maximum characters of a special message in a list. */
const LONGEST_NOTE = 160;

/** The special message, on one line. */
export function noteLine({ talk }: TalkDetails): string {
  return talk.specialMessage.replace(/\s+/g, ' ').trim();
}

function note(details: TalkDetails): Html {
  const line = noteLine(details);
  if (line === '') return NOTHING;
  const shown =
    line.length > LONGEST_NOTE
      ? `${line
          .slice(0, LONGEST_NOTE)
          .replace(/\p{Surrogate}$/u, '')
          .trimEnd()}…`
      : line;
  const cancelled = details.talk.status === 'cancelled' ? ' cancelled' : '';
  return html`<p class="talk-note${cancelled}" ${theirs(shown)}>${shown}</p>`;
}
