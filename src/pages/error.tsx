import { htmlDocument } from './layout.js';
import type { Messages } from './messages/en.js';
import { SearchBox } from './search-box.js';
import type { View } from './view.js';

export interface PageError {
  readonly status: number;
  readonly code: ErrorName;
  /** What happened, in English, as programs are told it. */
  readonly detail: string;
  /** Each thing that is wrong, in English too. */
  readonly problems: readonly string[];
}

/** The errors that pages have words for. */
export type ErrorName = {
  [Key in keyof Messages['errors']]: Messages['errors'][Key] extends { readonly title: string } ? Key : never;
}[keyof Messages['errors']];

/** The page in the place of one that cannot be shown. */
export function errorPage(error: PageError, view: View): string {
  const { errors } = view.messages;
  const { title, text } = errors[error.code];
  // What is not there needs no explanation in a language that its reader has not chosen.
  const isExplained = view.language === 'en' || error.code !== 'not-found';
  return htmlDocument(view, {
    title,
    robots: 'noindex',
    kind: 'error',
    children: (
      <>
        <p class="kind">{errors.code(error.status)}</p>
        <h1>{title}</h1>
        <p class="lead">{text}</p>
        {error.code === 'not-found' && <SearchBox view={view} />}
        <ul class="choices">
          <li>
            <a href={view.links.home}>{errors.home}</a>
          </li>
          <li>
            <a href={view.links.search()}>{errors.search}</a>
          </li>
        </ul>
        {isExplained && (
          <section class="quiet">
            <h2>{errors.detail}</h2>
            <p lang="en">{error.detail}</p>
            {error.problems.length > 0 && (
              <ul lang="en">
                {error.problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            )}
          </section>
        )}
      </>
    ),
  });
}
