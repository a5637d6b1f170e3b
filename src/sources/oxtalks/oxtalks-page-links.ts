import { readHtml } from '../html-reader.ts';
import { decoded } from '../text-decoding.ts';

/** A link on an HTML page. */
export interface PageLink {
  readonly href: string;
  readonly rel: string;
  readonly text: string;
  /** Number of the `<h3>` that it is in or below, from 1; 0 above the first. */
  readonly heading: number;
  readonly isInHeading: boolean;
}

/** @param html the whole page */
export function linksIn(html: Buffer): PageLink[] {
  const links: PageLink[] = [];
  let heading = 0;
  let isInHeading = false;
  let open: { -readonly [Field in keyof PageLink]: PageLink[Field] } | undefined;
  readHtml(decoded(html), {
    onopentag: (name, { href = '', rel = '' }) => {
      if (name === 'h3') {
        heading++;
        isInHeading = true;
      }
      if (name !== 'a') return;
      open = { href, rel, text: '', heading, isInHeading };
      links.push(open);
    },
    ontext: (text) => {
      if (open !== undefined) open.text += text;
    },
    onclosetag: (name) => {
      if (name === 'h3') isInHeading = false;
      if (name === 'a') open = undefined;
    },
  });
  return links;
}
