import { TALKS_HERE } from '../fragments.ts';
import { termNote } from '../calendar/dates.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import type { View } from '../frame/view.ts';

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
