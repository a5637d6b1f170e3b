import type { NamedValue } from '#search/query/request.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import type { View } from '../frame/view.ts';

interface CalendarFormProps {
  readonly view: View;
  /** Which calendar it is: `month`, `week` or `agenda`. */
  readonly kind: string;
  /** A day of the current calendar: `yyyy-mm-dd`. */
  readonly day: string;
  readonly filters: readonly NamedValue[];
}

/** A form, folded, to go to another day in the same kind of calendar and to search for words; it keeps the other filters. */
export function calendarForm({ view, kind, day, filters }: CalendarFormProps): Html {
  const { links, messages, language, languageInAddress } = view;
  const { search, browse } = messages;
  const [action = ''] = links.calendar().split('?', 1);
  const words = filters.find(({ name }) => name === 'q')?.value ?? '';
  const kept = [
    { name: 'view', value: kind },
    ...filters.filter(({ name }) => name !== 'q'),
    ...(languageInAddress ? [{ name: 'lang', value: language }] : []),
  ];
  const all = filters.length === 0 ? browse.calendar.filter : browse.calendar.change;
  return html`<details class="calendar-go">
    <summary class="button">${browse.calendar.go}</summary>
    <form class="calendar-form" action="${action}" method="get">
      <p>
        <label for="calendar-day">${browse.calendar.day}</label>
        <input type="date" id="calendar-day" name="day" value="${day}" required />
      </p>
      <p>
        <label for="calendar-words">${search.words}</label>
        <input
          type="search"
          id="calendar-words"
          name="q"
          value="${words}"
          ${words === '' ? NOTHING : html`dir="auto"`}
        />
      </p>
      ${kept.map(({ name, value }) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button type="submit">${browse.calendar.show}</button>
      <a href="${links.search(filters)}">${all}</a>
    </form>
  </details>`;
}
