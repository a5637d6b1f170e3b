import { html, NOTHING } from './html.ts';
import { htmlDocument } from './layout.ts';
import { insert, type Messages } from '../messages.ts';
import type { Fault } from '../search/search-content.ts';
import { faultText, searchBox } from '../search/search-form.ts';
import { labelOf } from '../search/search-links.ts';
import type { View } from './view.ts';

export interface PageError {
  readonly status: number;
  readonly code: ErrorName;
  /** What happened, in English, as in the API's problem documents. */
  readonly detail: string;
  /** The invalid parameters. */
  readonly faults: readonly Fault[];
}

/** The errors that pages have messages for. */
type ErrorName = {
  [Key in keyof Messages['errors']]: Messages['errors'][Key] extends { readonly title: string } ? Key : never;
}[keyof Messages['errors']];

/** The page shown instead of the requested one after an error. */
export function errorPage(error: PageError, view: View): string {
  const { errors, search } = view.messages;
  const { title, text } = errors[error.code];
  const faults = faultsByName(error.faults, search);
  // "Not found" needs no explanation in a language other than the reader's.
  const isExplained = faults.size === 0 && (view.language === 'en' || error.code !== 'not-found');
  return htmlDocument(view, {
    title,
    robots: 'noindex',
    kind: 'error',
    content: html`<p class="kind">${insert(errors.code, { status: error.status })}</p>
      <h1>${title}</h1>
      <p class="lead">${text}</p>
      ${error.code === 'not-found' ? searchBox(view) : NOTHING}
      <ul class="choices">
        <li><a href="${view.links.home}">${errors.home}</a></li>
        <li><a href="${view.links.search()}">${errors.search}</a></li>
      </ul>
      ${
        faults.size > 0
          ? html`<section class="quiet">
              <h2>${errors.detail}</h2>
              <ul>
                ${[...faults].map(
                  ([name, texts]) => html`<li><strong>${labelOf(name, search)}</strong> ${[...texts].join(' ')}</li>`,
                )}
              </ul>
            </section>`
          : NOTHING
      }
      ${
        isExplained
          ? html`<section class="quiet">
              <h2>${errors.detail}</h2>
              <p lang="en">${error.detail}</p>
            </section>`
          : NOTHING
      }`,
  });
}

/** Explanations by parameter; each explanation once, however many values are invalid. */
function faultsByName(faults: readonly Fault[], search: Messages['search']): Map<string, Set<string>> {
  const byName = new Map<string, Set<string>>();
  for (const { parameter, code } of faults) {
    const texts = byName.get(parameter) ?? new Set<string>();
    byName.set(parameter, texts.add(faultText(code, search)));
  }
  return byName;
}
