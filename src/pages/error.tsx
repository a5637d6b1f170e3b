import { pathLinks } from '#representations/links.js';
import type { Publication } from '#representations/representation.js';
import { htmlDocument } from './layout.js';

export interface PageError {
  readonly status: number;
  readonly title: string;
  /** What happened, for the reader. */
  readonly detail: string;
}

/** The page in the place of one that cannot be shown. */
export function errorPage(error: PageError, publication: Publication): string {
  return htmlDocument(publication, {
    title: error.title,
    children: (
      <>
        <h1>{error.title}</h1>
        <p>{error.detail}</p>
        <p>
          <a href={pathLinks(publication).home}>Go to the start page</a>
        </p>
        <p class="quiet">Error {error.status}</p>
      </>
    ),
  });
}
