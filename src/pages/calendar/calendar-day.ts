import type { ShownFilters } from './calendar-frame.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { linkBudgetFor, type LinkBudget } from '../lists/link-budget.ts';
import type { View } from '../frame/view.ts';

/** The form by which days lead to their talks where links would be too long. */
const FORM = 'days';

interface DayLinkProps {
  /** `yyyy-mm-dd` */
  readonly day: string;
  readonly filters: ShownFilters;
  readonly view: View;
  /** Where it stands for the day itself, to which the keyboard moves. */
  readonly isOfDay?: { readonly isToday: boolean };
  readonly label: Html;
}

/** To the talks of a day; where the filters are long, to an agenda that begins with them. */
export function dayLink({ day, filters, view, isOfDay, label }: DayLinkProps): Html {
  const itself =
    isOfDay === undefined
      ? NOTHING
      : html`class="day" id="d${day}" data-day="${day}" ${isOfDay.isToday ? html`aria-current="date"` : NOTHING}`;
  if (linkBudgetFor(filters) !== 'ample')
    return html`<button type="submit" form="${FORM}" name="from" value="${day}" ${itself}>${label}</button>`;
  const query = [{ name: 'from', value: day }, { name: 'to', value: day }, ...filters];
  return html`<a ${itself} href="${view.links.search(query)}">${label}</a>`;
}

/** What the days of a calendar ask, but for the day; nothing where they are links. */
export function dayForm(filters: ShownFilters, room: LinkBudget, view: View): Html {
  if (room === 'ample') return NOTHING;
  const { language, languageInAddress } = view;
  const [action = ''] = view.links.agenda().split('?', 1);
  const all = [...filters, ...(languageInAddress ? [{ name: 'lang', value: language }] : [])];
  return html`<form id="${FORM}" action="${action}" method="get" hidden>
    ${all.map(({ name, value }) => html`<input type="hidden" name="${name}" value="${value}" />`)}
  </form>`;
}
