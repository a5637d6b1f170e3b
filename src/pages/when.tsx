import type { Talk } from '#catalogue/talk.js';
import { localTimes } from '#representations/formatted-time.js';
import type { Publication } from '#representations/representation.js';

/** From when to when, in the service's zone: `Tuesday 6 October 2015, 11:00–12:30`. */
export function When({ talk, publication }: { readonly talk: Talk; readonly publication: Publication }) {
  const local = localTimes(publication.timeZone);
  const start = local(talk.start);
  const end = local(talk.end);
  const from = <time datetime={talk.start}>{`${start.day}, ${start.time}`}</time>;
  if (talk.end === talk.start) return from;
  return (
    <>
      {from}
      {end.day === start.day ? '–' : ' – '}
      <time datetime={talk.end}>{end.day === start.day ? end.time : `${end.day}, ${end.time}`}</time>
    </>
  );
}
