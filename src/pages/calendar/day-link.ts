import type { ShownFilters } from './calendar-frame.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { type LinkBudget, linkBudgetFor } from '../search/search-links.ts';
import type { View } from '../frame/view.ts';

/** The id of the form that days submit when links would be too long. */
const FORM = 'days';

interface DayLinkProps {
  /** `yyyy-mm-dd` */
  readonly day: string;
  readonly filters: ShownFilters;
  readonly view: View;
  /** Set for the link of the day itself, which keyboard navigation focuses. */
  readonly isOfDay?: { readonly isToday: boolean };
  readonly label: Html;
}

/** Links to the talks of a day; if the filters are long, to an agenda starting on that day. */
export function dayLink({ day, filters, view, isOfDay, label }: DayLinkProps): Html {
  const itself =
    isOfDay === undefined
      ? NOTHING
      : html`class="day" id="d${day}" data-day="${day}" ${isOfDay.isToday ? html`aria-current="date"` : NOTHING}`;
  if (linkBudgetFor(filters) !== 'ample')
    return html`<button type="submit" form="${FORM}" name="from" value="${day}" ${itself}>${label}</button>`;
  return html`<a ${itself} href="${view.links.calendarDay(day, filters)}">${label}</a>`;
}

/** The hidden form that days of a calendar submit; empty if they are links. */
export function dayForm(filters: ShownFilters, room: LinkBudget, view: View): Html {
  if (room === 'ample') return NOTHING;
  const { language, languageInAddress } = view;
  const [action = ''] = view.links.agenda().split('?', 1);
  const all = [...filters, ...(languageInAddress ? [{ name: 'lang', value: language }] : [])];
  return html`<form id="${FORM}" action="${action}" method="get" hidden>
    ${all.map(({ name, value }) => html`<input type="hidden" name="${name}" value="${value}" />`)}
  </form>`;
}
