import { html, NOTHING, type Html } from '../frame/html.ts';
import { insert } from '../messages.ts';
import type { View } from '../frame/view.ts';

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
export function nearestTalks({ before, after }: Nearest, href: (time: string) => string, view: View): Html {
  const { dates, messages } = view;
  const { calendar } = messages.browse;
  const link = (near: NearDay, label: string): Html =>
    html`<p><a href="${href(near.in)}">${insert(label, { day: dates.longDate(near.day) })}</a></p>`;
  return html`${after === null ? NOTHING : link(after, calendar.after)}
  ${before === null ? NOTHING : link(before, calendar.before)}`;
}
