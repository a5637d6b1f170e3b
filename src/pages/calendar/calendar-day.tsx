import type { ComponentChildren } from 'preact';
import type { ShownFilters } from './calendar-frame.tsx';
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
  readonly children: ComponentChildren;
}

/** To the talks of a day; where the filters are long, to an agenda that begins with them. */
export function DayLink({ day, filters, view, isOfDay, children }: DayLinkProps) {
  const itself =
    isOfDay === undefined
      ? {}
      : {
          class: 'day',
          id: `d${day}`,
          'data-day': day,
          'aria-current': isOfDay.isToday ? ('date' as const) : undefined,
        };
  if (linkBudgetFor(filters) !== 'ample')
    return (
      <button type="submit" form={FORM} name="from" value={day} {...itself}>
        {children}
      </button>
    );
  const query = [{ name: 'from', value: day }, { name: 'to', value: day }, ...filters];
  return (
    <a {...itself} href={view.links.search(query)}>
      {children}
    </a>
  );
}

interface DayFormProps {
  readonly view: View;
  readonly filters: ShownFilters;
  readonly room: LinkBudget;
}

/** What the days of a calendar ask, but for the day; nothing where they are links. */
export function DayForm({ view, filters, room }: DayFormProps) {
  if (room === 'ample') return null;
  const { language, languageInAddress } = view;
  const [action = ''] = view.links.agenda().split('?', 1);
  const all = [...filters, ...(languageInAddress ? [{ name: 'lang', value: language }] : [])];
  return (
    <form id={FORM} action={action} method="get" hidden>
      {all.map(({ name, value }) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
    </form>
  );
}
