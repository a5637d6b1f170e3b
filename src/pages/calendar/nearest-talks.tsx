import type { View } from '../frame/view.ts';

/** The talks nearest to a time in which there are none; null where there are none. */
export interface Nearest {
  readonly before: NearDay | null;
  readonly after: NearDay | null;
}

export interface NearDay {
  /** `yyyy-mm-dd` */
  readonly day: string;
  /** The month or week that it is in, as addresses write it. */
  readonly in: string;
}

interface NearestTalksProps {
  readonly view: View;
  readonly nearest: Nearest;
  /** Of a month or week. */
  readonly href: (time: string) => string;
}

/** To where there are talks. */
export function NearestTalks({ view, nearest, href }: NearestTalksProps) {
  const { dates, messages } = view;
  const { calendar } = messages.browse;
  const { before, after } = nearest;
  return (
    <>
      {after !== null && (
        <p>
          <a href={href(after.in)}>{calendar.after(dates.longDate(after.day))}</a>
        </p>
      )}
      {before !== null && (
        <p>
          <a href={href(before.in)}>{calendar.before(dates.longDate(before.day))}</a>
        </p>
      )}
    </>
  );
}
