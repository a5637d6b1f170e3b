import type { Talk } from '#catalogue/talk.js';
import type { View } from './view.js';

/** From when to when, in the service's zone: `Tuesday 6 October 2015, 11:00–12:30`. */
export function When({ talk, view }: { readonly talk: Pick<Talk, 'start' | 'end'>; readonly view: View }) {
  const { dates } = view;
  const sameDay = dates.isoDay(talk.start) === dates.isoDay(talk.end);
  const from = <time datetime={talk.start}>{`${dates.day(talk.start)}, ${dates.time(talk.start)}`}</time>;
  if (talk.end === talk.start) return from;
  const end = sameDay ? dates.time(talk.end) : `${dates.day(talk.end)}, ${dates.time(talk.end)}`;
  return (
    <>
      {from}
      {sameDay ? '–' : ' – '}
      <time datetime={talk.end}>{end}</time>
    </>
  );
}
