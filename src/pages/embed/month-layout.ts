import { lastDay, type CalendarTalk } from '../calendar/calendar-talks.ts';
import type { MonthDay } from '../calendar/calendar-month.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import type { View } from '../frame/view.ts';
import { insert } from '../messages.ts';
import type { EmbeddedMonth } from './embed-content.ts';
import { title } from './talk-parts.ts';

/** Maximum talks shown of a day that began on an earlier one. */
const MAX_CONTINUING = 5;

/** A month as a table of days. */
export function monthTable(content: EmbeddedMonth, view: View): Html {
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
