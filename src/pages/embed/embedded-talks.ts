import { pathLinks } from '#representations/links/links.ts';
import { absolutePageLinks } from '#representations/links/page-links.ts';
import type { Theme } from '#search/query/calendar-question.ts';
import type { EmbedLayout } from '#search/query/embed-question.ts';
import type { NamedValue } from '#search/query/request.ts';
import type { MonthContent, MonthDay } from '../calendar/calendar-month.ts';
import { type CalendarTalk, lastDay } from '../calendar/calendar-talks.ts';
import { termNote } from '../calendar/dates.ts';
import type { PageError } from '../frame/error.ts';
import { html, type Html, NOTHING } from '../frame/html.ts';
import { pictureAddress } from '../frame/pictures.ts';
import type { View } from '../frame/view.ts';
import { theirs, words } from '../frame/words.ts';
import { noteLine } from '../lists/talk-list.ts';
import { isOnline, venueName, whenOf } from '../lists/when-and-where.ts';
import { insert } from '../messages.ts';
import { titleHtml } from '../prose/title.ts';
import { faultText } from '../search/search-form.ts';
import { labelOf } from '../search/search-links.ts';

/** A list of talks on another site. */
export interface EmbedContent {
  readonly layout: Exclude<EmbedLayout, 'month'>;
  readonly theme: Theme;
  /** Names of what the talks belong to: a department, a series, …; empty for all talks. */
  readonly subjects: readonly string[];
  /** What it asks for that is not known here; its author is told if the list is empty. */
  readonly unknown: readonly NamedValue[];
  /** The talks on this page of the list. */
  readonly talks: readonly CalendarTalk[];
  readonly total: number;
  /** Page number, from 1; may be past the last page. */
  readonly page: number;
  readonly pages: number;
  /** Whether to link to the previous and next page. */
  readonly paging: boolean;
  /** The search, as a canonical query. */
  readonly asked: readonly NamedValue[];
  /** The parameters that change how it looks. */
  readonly look: readonly NamedValue[];
}

/** A list of talks on another site, as a month of days. */
export interface EmbeddedMonth
  extends
    Pick<EmbedContent, 'theme' | 'subjects' | 'unknown' | 'paging' | 'asked' | 'look'>,
    Omit<MonthContent, 'places'> {
  readonly layout: 'month';
}

/** A list of talks as a page for frames. Its script tells the surrounding page its height. */
export function framedTalks(content: EmbedContent | EmbeddedMonth, view: View): string {
  const { subjects, theme } = content;
  const title = subjects.length === 0 ? view.messages.search.homeTitle : subjects.join(' · ');
  return framedPage({ title, theme, content: embeddedTalks(content, view) }, view);
}

/** The page shown instead of a list after an error. Invalid parameters are named for whoever set up the list. */
export function framedError({ code, faults }: Pick<PageError, 'code' | 'faults'>, view: View): string {
  const { embed, errors, search } = view.messages;
  const title = faults.length > 0 ? embed.faulty : errors[code].title;
  const content = html`<div class="lectern">
    <p class="lectern-empty">${title}</p>
    ${
      faults.length === 0
        ? html`<p>${errors[code].text}</p>`
        : html`<ul>
            ${faults.map(
              ({ parameter, code: fault }) =>
                html`<li><code>${parameter}</code> (${labelOf(parameter, search)}): ${faultText(fault, search)}</li>`,
            )}
          </ul>`
    }
  </div>`;
  return framedPage({ title, theme: 'auto', content }, view);
}

interface Framed {
  readonly title: string;
  readonly theme: Theme;
  readonly content: Html;
}

/** Links open outside of the frame, except those to other pages of the list. */
function framedPage({ title, theme, content }: Framed, { brand, here, language, links, publication }: View): string {
  const { asset } = pathLinks(publication);
  const { stylesheet, script } = brand.frame;
  const oembed = links.oembed(absolutePageLinks(publication).page(here));
  return html`<!DOCTYPE html>
    <html lang="${language}" dir="ltr" ${theme === 'auto' ? NOTHING : html`class="is-${theme}"`}>
      <head>
        <meta charset="utf-8" />
        <title>${title === brand.name ? title : `${title} – ${brand.name}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="alternate" type="application/json+oembed" title="${title}" href="${oembed}" />
        <base target="_top" />
        <link rel="stylesheet" href="${asset(stylesheet.name)}" />
        <link rel="icon" href="${asset(brand.icon.name)}" />
        <script type="module" src="${asset(script.name)}"></script>
      </head>
      <body>
        <main>
          <h1 class="unseen"><bdi>${title}</bdi></h1>
          ${content}
        </main>
      </body>
    </html>`.markup;
}

/**
 * Talks for another site, as plain HTML: no scripts and no styles, only the classes that
 * docs/how-to/put-talks-on-a-page.md lists. Every link is absolute.
 */
export function embeddedTalks(content: EmbedContent | EmbeddedMonth, view: View): Html {
  return html`<div class="lectern lectern-${content.layout}" lang="${view.language}">
    ${content.layout === 'month' ? ofMonth(content, view) : ofList(content, view)}
  </div>`;
}

function ofList(content: EmbedContent, view: View): Html {
  const { talks, total, layout, unknown } = content;
  const { messages } = view;
  const none =
    total === 0 && unknown.length > 0
      ? toAuthor(unknown, view)
      : html`<p class="lectern-empty">${total === 0 ? messages.display.none : messages.browse.group.noneOnPage}</p>`;
  const beside = content.paging ? pages(content, view) : NOTHING;
  return html`${talks.length === 0 ? none : TALK_LAYOUTS[layout](talks, view)}${beside}${
    total > talks.length && beside === NOTHING ? all(content, total, view) : NOTHING
  }`;
}

/** Tells whoever set up the list what it asks for in vain. */
function toAuthor(unknown: EmbedContent['unknown'], { messages: { embed, search } }: View): Html {
  return html`<p class="lectern-empty">${embed.faulty}</p>
    <ul>
      ${unknown.map(({ name, value }) => html`<li><code>${name}=${value}</code> (${labelOf(name, search)}): ${embed.unknown}</li>`)}
    </ul>`;
}

function pages({ page, pages: last, asked, look }: EmbedContent, view: View): Html {
  if (last <= 1 && page <= 1) return NOTHING;
  const { list } = view.messages;
  const others = [...asked.filter(({ name }) => name !== 'page'), ...look];
  const href = (one: number): string => view.links.embedTalks([...others, { name: 'page', value: String(one) }]);
  const before = Math.min(page - 1, last);
  return turns(list.pages, [
    before >= 1 ? turn('prev', href(before), list.previous) : NOTHING,
    html`<li>${insert(list.page, { page, of: last })}</li>`,
    page < last ? turn('next', href(page + 1), list.next) : NOTHING,
  ]);
}

/** Links to the previous and next page or month, which open in the frame. */
function turns(label: string, links: readonly Html[]): Html {
  return html`<nav class="lectern-pager" aria-label="${label}">
    <ul>
      ${links}
    </ul>
  </nav>`;
}

function turn(rel: string, href: string, label: string): Html {
  return html`<li><a rel="${rel}" href="${href}" target="_self">${label}</a></li>`;
}

/** A link to the search that finds all of them. */
function all({ asked }: Pick<EmbedContent, 'asked'>, total: number, { links, messages }: View): Html {
  const query = asked.filter(({ name }) => name !== 'page' && name !== 'count');
  const label = insert(messages.search.homeAll, { talks: messages.list.talks(total) });
  return html`<p class="lectern-more"><a href="${links.search(query)}">${label}</a></p>`;
}

function ofMonth(content: EmbeddedMonth, view: View): Html {
  const isEmpty = content.total === 0 && content.unknown.length > 0;
  return html`${isEmpty ? toAuthor(content.unknown, view) : NOTHING}${monthTable(content, view)}${content.paging ? months(content, view) : NOTHING}`;
}

function months({ turns: beside, asked, look }: EmbeddedMonth, view: View): Html {
  const { calendar } = view.messages.browse;
  const others = [...asked.filter(({ name }) => !['from', 'to', 'page'].includes(name)), ...look];
  const href = (month: string): string => view.links.embedTalks([{ name: 'from', value: `${month}-01` }, ...others]);
  return turns(calendar.turn, [
    beside.previous === undefined ? NOTHING : turn('prev', href(beside.previous), calendar.previousMonth),
    beside.next === undefined ? NOTHING : turn('next', href(beside.next), calendar.nextMonth),
  ]);
}

type Talks = readonly CalendarTalk[];

/** Renders talks in each layout except the month. */
const TALK_LAYOUTS: Readonly<Record<EmbedContent['layout'], (talks: Talks, view: View) => Html>> = {
  list: byDay,
  cards: (talks, view) => items(talks, (talk) => html`${picture(talk, view)}${whole(talk, when(talk, view), view)}`),
  compact: (talks, view) => items(talks, (talk) => line(talk, view)),
  table,
};

function items(talks: Talks, item: (talk: CalendarTalk) => Html): Html {
  return html`<ul class="lectern-talks">
    ${talks.map((talk) => html`<li class="lectern-talk">${item(talk)}</li>`)}
  </ul>`;
}

/** Each day with a heading, so that its talks need not say it. */
function byDay(talks: Talks, view: View): Html {
  const { dates } = view;
  const days: CalendarTalk[][] = [];
  const dayOf = ({ details: { talk } }: CalendarTalk): string => dates.isoDay(talk.start);
  for (const talk of talks) {
    const [first] = days.at(-1) ?? [];
    if (first !== undefined && dayOf(first) === dayOf(talk)) days.at(-1)?.push(talk);
    else days.push([talk]);
  }
  return html`${days.map((ofDay) => {
    const day = ofDay[0] === undefined ? '' : dayOf(ofDay[0]);
    return html`<h2 class="lectern-date">
        <time datetime="${day}">${dates.longDate(day)}</time>${termNote(day, dates)}
      </h2>
      ${items(ofDay, (talk) => whole(talk, hours(talk, view), view))}`;
  })}`;
}

function whole(talk: CalendarTalk, time: Html, view: View): Html {
  const { series } = talk.details;
  const link =
    series && html`<a href="${view.links.series(series.slug)}"><bdi lang="">${titleHtml(series.title)}</bdi></a>`;
  return html`${part('when', time)}${part('title', title(talk, view))}${part('who', who(talk, view))}${part(
    'where',
    where(talk),
  )}${link === null ? '' : part('series', link)}${part('note', note(talk))}`;
}

function line(talk: CalendarTalk, view: View): Html {
  return html`<span class="lectern-when">${when(talk, view, true)}</span>
    <span class="lectern-title">${title(talk, view)}</span>`;
}

function table(talks: Talks, view: View): Html {
  const { embed, talk: labels } = view.messages;
  return html`<table class="lectern-talks">
    <thead>
      <tr>
        <th scope="col">${labels.when}</th>
        <th scope="col">${embed.talk}</th>
        <th scope="col">${labels.who.many}</th>
        <th scope="col">${labels.where}</th>
      </tr>
    </thead>
    <tbody>
      ${talks.map(
        (talk) =>
          html`<tr class="lectern-talk">
            <td class="lectern-when">${when(talk, view, true)}</td>
            <td class="lectern-title">${title(talk, view)}${part('note', note(talk))}</td>
            <td class="lectern-who">${who(talk, view)}</td>
            <td class="lectern-where">${where(talk)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** The parts of a talk in a list on another site. Each has a class that the site may style. */

/** `Tuesday 6 October 2015, 11:00–12:30`; if brief, with a short day and without the end. */
function when(one: CalendarTalk, view: View, isBrief = false): Html {
  const { talk } = one.details;
  const { from, day, shortDay, time } = whenOf(talk, view.dates);
  const said = [isBrief ? shortDay : day, time].filter((part) => part !== '').join(', ');
  const start = html`<time datetime="${from}">${said}</time>`;
  return isBrief ? start : html`${start}${untilEnd(one, view)}`;
}

/** `11:00–12:30`, below a heading that says the day; of an all-day talk of several days, these. */
function hours(one: CalendarTalk, view: View): Html {
  const { talk } = one.details;
  const { from, day, time, isOneDay } = whenOf(talk, view.dates);
  const days = isOneDay ? view.messages.list.allDay : day;
  return html`<time datetime="${from}">${talk.allDay ? days : time}</time>${untilEnd(one, view)}`;
}

function untilEnd({ details: { talk } }: CalendarTalk, { dates }: View): Html {
  const { until } = whenOf(talk, dates);
  return until === '' ? NOTHING : html`–<time datetime="${talk.end}">${until}</time>`;
}

function title({ details }: CalendarTalk, { links, messages: { list } }: View): Html {
  const { talk } = details;
  const link = html`<a href="${links.talk(talk.slug)}" ${theirs(talk.title)}>${titleHtml(talk.title)}</a>`;
  return html`${talk.status === 'cancelled' ? html`<s>${link}</s>` : link}${
    talk.status === 'published'
      ? NOTHING
      : html` <span class="lectern-flag lectern-${talk.status}">${list[talk.status]}</span>`
  }${isOnline(details) ? html` <span class="lectern-flag">${list.online}</span>` : NOTHING}`;
}

/** Names of the speakers; empty if there are none. */
function who({ details: { talk, speakers } }: CalendarTalk, { messages }: View): Html {
  if (speakers.length === 0) return talk.variousSpeakers ? html`${messages.talk.who.various}` : NOTHING;
  return words(speakers.map(({ name }) => name).join(', '));
}

function where({ details: { talk, venue }, venueAround }: CalendarTalk): Html {
  const places = [venue === null ? '' : venueName(venue.name, venueAround), talk.locationDetails];
  const said = places.filter((one) => one !== '').join(', ');
  return said === '' ? NOTHING : words(said);
}

function note({ details }: CalendarTalk): Html {
  const line = noteLine(details);
  return line === '' ? NOTHING : words(line);
}

/** The picture of a talk, if the rules for pictures allow it. */
function picture({ details: { talk } }: CalendarTalk, view: View): Html {
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
function part(name: string, content: Html): Html {
  return content.markup === '' ? NOTHING : html`<p class="lectern-${name}">${content}</p>`;
}

/** Maximum talks shown of a day that began on an earlier one. */
const MAX_CONTINUING = 5;

/** A month as a table of days. */
function monthTable(content: EmbeddedMonth, view: View): Html {
  const { dates, messages } = view;
  const weekdays = content.weeks[1]?.days ?? [];
  const isEmpty = content.weeks.every(({ days }) => days.every((day) => day === null || day.total === 0));
  return html`<table class="lectern-talks">
      <caption>
        ${dates.month(content.month)}
      </caption>
      <thead>
        <tr>
          ${weekdays.map((day) =>
            day === null ? NOTHING : html`<th scope="col">${dates.weekday(day.day, 'short')}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${content.weeks.map(
          ({ days }) =>
            html`<tr>
              ${days.map((day) => (day === null ? html`<td></td>` : dayCell(day, content, view)))}
            </tr>`,
        )}
      </tbody>
    </table>
    ${isEmpty ? html`<p class="lectern-empty">${messages.browse.calendar.noneInMonth}</p>` : NOTHING}`;
}

function dayCell({ day, talks, continuing: all, total }: MonthDay, { today, asked }: EmbeddedMonth, view: View): Html {
  const continuing = all.slice(0, MAX_CONTINUING);
  const { dates, links, messages } = view;
  const more = total - talks.length - continuing.length;
  const ofDay = [
    { name: 'from', value: day },
    { name: 'to', value: day },
  ];
  const rest = asked.filter(({ name }) => !DAYS.includes(name));
  const label = insert(messages.browse.calendar.more, { count: more });
  const link =
    more === 0
      ? NOTHING
      : html`<p class="lectern-more"><a href="${links.search([...ofDay, ...rest])}">${label}</a></p>`;
  const classes = [day === today ? 'lectern-today' : '', total === 0 ? 'lectern-free' : ''].filter((one) => one !== '');
  return html`<td class="${['lectern-day', ...classes].join(' ')}">
    <time datetime="${day}"
      ><span class="lectern-weekday">${dates.weekday(day, 'short')} </span>${Number(day.slice(8))}</time
    >
    ${
      talks.length + continuing.length === 0
        ? NOTHING
        : html`<ul>
            ${continuing.map((talk) => continuingInCell(talk, view))}${talks.map((talk) => inCell(talk, view))}
          </ul>`
    }
    ${link}
  </td>`;
}

const DAYS: readonly string[] = ['from', 'to', 'page', 'count'];

function inCell(one: CalendarTalk, view: View): Html {
  const { talk } = one.details;
  if (talk.allDay)
    return lastDay(talk, view) === ''
      ? item(html`${view.messages.list.allDay}`, one, view)
      : continuingInCell(one, view);
  return item(html`<time datetime="${talk.start}">${view.dates.time(talk.start)}</time>`, one, view);
}

/** A talk that began on an earlier day: when it ends. */
function continuingInCell(one: CalendarTalk, view: View): Html {
  const until = insert(view.messages.browse.calendar.until, { day: lastDay(one.details.talk, view) });
  return item(html`${until}`, one, view);
}

function item(when: Html, one: CalendarTalk, view: View): Html {
  return html`<li class="lectern-talk">
    <span class="lectern-when">${when}</span> <span class="lectern-title">${title(one, view)}</span>
  </li>`;
}
