import { HtmlReader } from '../html-reader.ts';
import { decoded } from '../text-decoding.ts';
import { slugOfPage } from './oxtalks-collections.ts';

/** A page with public collections, as OxTalks and Lectern have for people: their slugs, and where the list goes on. */
export interface ShownCollections {
  readonly slugs: readonly string[];
  /** `''` when it does not. */
  readonly next: string;
}

/** @param html the page, whole */
export function shownCollections(html: Buffer): ShownCollections {
  const slugs = new Set<string>();
  let next = '';
  const reader = new HtmlReader({
    onopentag: (name, { href = '', rel = '' }) => {
      if (name !== 'a') return;
      const slug = slugOfPage(href);
      if (slug !== undefined) slugs.add(slug);
      if (rel === 'next') next = href;
    },
  });
  reader.write(decoded(html));
  reader.end();
  return { slugs: [...slugs], next };
}
