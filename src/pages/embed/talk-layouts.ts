import type { CalendarTalk } from '../calendar/calendar-talks.ts';
import { termNote } from '../calendar/dates.ts';
import { html, type Html } from '../frame/html.ts';
import type { View } from '../frame/view.ts';
import type { EmbedContent } from './embed-content.ts';
import { hours, note, part, picture, title, when, where, who } from './talk-parts.ts';
import { titleHtml } from '../prose/title.ts';

type Talks = readonly CalendarTalk[];

/** Renders talks in each layout except the month. */
export const TALK_LAYOUTS: Readonly<Record<EmbedContent['layout'], (talks: Talks, view: View) => Html>> = {
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
