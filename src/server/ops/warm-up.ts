import { FORMATS } from '#representations/negotiation/formats.ts';
import type { Publication } from '#representations/representation.ts';
import { TALK } from '../openapi/examples.ts';

/**
 * Writes one talk in every format, so that the first request for a format is not slow and does not block others:
 * working out the offsets of the service's time zone alone takes a tenth of a second.
 */
export function warmUp(publication: Publication): void {
  const head = {
    kind: 'series',
    title: 'Talks',
    description: '',
    self: publication.baseUrl,
    page: null,
    updated: TALK.talk.updated,
    span: { first: TALK.talk.start, last: TALK.talk.end },
    size: 1,
  } as const;
  const options = { cancelled: 'title', alarm: null } as const;
  for (const format of FORMATS) {
    if (format.kind === 'representation') format.create(publication).item(TALK);
    else if (format.kind === 'feed') {
      const feed = format.create(publication, options);
      feed.entry(TALK);
      feed.frame(head);
    } else {
      const steps = format.create(publication, options).document(head, [TALK]);
      while (steps.next().done !== true) continue;
    }
  }
}
