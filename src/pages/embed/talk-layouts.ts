import type { CalendarTalk } from '../calendar/calendar-talks.ts';
import { html, type Html } from '../frame/html.ts';
import type { View } from '../frame/view.ts';
import type { EmbedContent } from './embed-content.ts';
import { note, part, picture, title, when, where, who } from './talk-parts.ts';
import { titleHtml } from '../prose/title.ts';

type Talks = readonly CalendarTalk[];

/** Renders talks in each layout except the month. */
export const TALK_LAYOUTS: Readonly<Record<EmbedContent['layout'], (talks: Talks, view: View) => Html>> = {
  list: (talks, view) => items(talks, (talk) => whole(talk, view)),
  cards: (talks, view) => items(talks, (talk) => html`${picture(talk, view)}${whole(talk, view)}`),
  compact: (talks, view) => items(talks, (talk) => line(talk, view)),
  table,
};

function items(talks: Talks, item: (talk: CalendarTalk) => Html): Html {
  return html`<ul class="lectern-talks">
    ${talks.map((talk) => html`<li class="lectern-talk">${item(talk)}</li>`)}
  </ul>`;
}

function whole(talk: CalendarTalk, view: View): Html {
  const { series } = talk.details;
  const link =
    series && html`<a href="${view.links.series(series.slug)}"><bdi lang="">${titleHtml(series.title)}</bdi></a>`;
  return html`${part('when', when(talk, view))}${part('title', title(talk, view))}${part('who', who(talk, view))}${part(
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
