import { oembedOf } from '../embed/oembed.ts';
import { html, type Html, NOTHING } from '../frame/html.ts';
import { htmlDocument } from '../frame/layout.ts';
import { emptyState } from '../frame/parts.ts';
import { sharedTitle } from '../frame/shared-page.ts';
import type { View } from '../frame/view.ts';
import { insert } from '../messages.ts';
import { otherForms, searchAlternates, searchAsData, toOtherSites } from '../search/search-forms.ts';
import { linkBudgetFor } from '../search/search-links.ts';
import {
  activeFilters,
  ADDRESSES,
  calendarHead,
  type CalendarPlaces,
  type CalendarTurns,
  dayForm,
  followCalendar,
  keyHints,
  type NameOf,
  type ShownFilters,
} from './calendar-frame.ts';

/** The common content of months, weeks and days. */
export interface CalendarContent {
  /** `yyyy-mm-dd` */
  readonly today: string;
  /** The neighbouring calendars, and the one that contains today; undefined if there is none. */
  readonly turns: {
    readonly previous: string | undefined;
    readonly next: string | undefined;
    readonly current: string;
  };
  readonly places: CalendarPlaces;
  readonly filters: ShownFilters;
  readonly nameOf: NameOf;
  readonly nearest: Nearest;
}

interface Calendar {
  readonly kind: keyof typeof ADDRESSES;
  /** The month, week or day: `yyyy-mm`, `yyyy-Www` or `yyyy-mm-dd`. */
  readonly at: string;
  readonly title: string;
  /** Beside the title; `''` for nothing. */
  readonly beside?: string;
  /** Its first and its last day, `yyyy-mm-dd`. */
  readonly first: string;
  readonly last: string;
  /** The message shown if it has no talks; undefined if it has. */
  readonly none: string | undefined;
  readonly labels: Readonly<Record<keyof CalendarTurns, string>>;
  readonly grid: Html;
}

const MONTH_LAYOUT = { name: 'layout', value: 'month' };

/** The page of a month, a week or a day: everything except the grid is the same for all. */
export function calendarDocument(content: CalendarContent, calendar: Calendar, view: View): string {
  const { places, filters, nameOf, nearest } = content;
  const { kind, at, title, beside, first, last, none } = calendar;
  const address = (one: string, asked = filters): string => ADDRESSES[kind](view.links, one, asked);
  const turn = (to: string | undefined, label: string) => (to === undefined ? undefined : { label, href: address(to) });
  const turns = {
    previous: turn(content.turns.previous, calendar.labels.previous),
    current: turn(content.turns.current, calendar.labels.current),
    next: turn(content.turns.next, calendar.labels.next),
  };
  const day = first <= content.today && content.today <= last ? content.today : first;
  const room = linkBudgetFor(filters);
  const shown = [{ name: 'from', value: first }, { name: 'to', value: last }, ...filters];
  const canonical = (links: View['links']): string => ADDRESSES[kind](links, at);
  const follow = followCalendar({ view, filters, room, nameOf });
  const below = activeFilters({ view, filters, nameOf, href: (one) => address(at, one) });
  const noTalks =
    none === undefined
      ? NOTHING
      : emptyState(
          none,
          nearestTalks(nearest, (one) => address(one), view),
        );
  return htmlDocument(view, {
    title,
    canonical,
    alternates: [
      ...searchAlternates(otherForms(shown, view), view, room),
      ...(kind === 'month' && room === 'ample' ? [oembedOf(view, title, (links) => links.month(at, filters))] : []),
    ],
    openGraph: sharedTitle(title, canonical, view),
    current: 'calendar',
    kind: `calendar-page ${kind}-page`,
    robots: 'noindex',
    wide: kind !== 'day',
    content: html`${calendarHead({ view, title, beside, kind, places, turns, filters, day, follow, below })} ${noTalks}
    ${calendar.grid} ${kind === 'month' || kind === 'week' ? keyHints(view) : NOTHING} ${dayForm(filters, room, view)}
    ${room === 'least' ? NOTHING : toOtherSites(kind === 'month' ? [...filters, MONTH_LAYOUT] : filters, view)}
    ${searchAsData(otherForms(filters, view), room, view)}`,
  });
}

/** The nearest talks before and after a period without talks; null if there are none. */
export interface Nearest {
  readonly before: NearDay | null;
  readonly after: NearDay | null;
}

export interface NearDay {
  /** `yyyy-mm-dd` */
  readonly day: string;
  /** Its month or week, as in addresses. */
  readonly in: string;
}

/** Links to the nearest talks. @param href of a month or week */
function nearestTalks({ before, after }: Nearest, href: (time: string) => string, view: View): Html {
  const { dates, messages } = view;
  const { calendar } = messages.browse;
  const link = (near: NearDay, label: string): Html =>
    html`<p><a href="${href(near.in)}">${insert(label, { day: dates.longDate(near.day) })}</a></p>`;
  return html`${after === null ? NOTHING : link(after, calendar.after)}
  ${before === null ? NOTHING : link(before, calendar.before)}`;
}
