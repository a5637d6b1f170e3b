import { html, NOTHING, type Html } from './html.ts';
import type { Messages } from '../messages.ts';
import { THEIRS } from './words.ts';

/** A step on the way to a page, from the outside in. */
export interface Crumb {
  readonly href: string;
  readonly label: string;
}

interface PageHeaderProps {
  readonly title: string;
  /** Whether the title is in the page's words rather than in those of who made what is shown. */
  readonly isOurs?: boolean;
  /** What kind of page this is, in a word above its title. */
  readonly kind?: string;
  readonly crumbs?: readonly Crumb[];
  readonly messages: Messages;
  /** Below the title. */
  readonly below?: Html;
}

/** The head of a page: where it stands, what it is, and its one first-level heading. */
export function pageHeader({
  title,
  isOurs = false,
  kind,
  crumbs = [],
  messages,
  below = NOTHING,
}: PageHeaderProps): Html {
  return html`<div class="page-header">
    ${
      crumbs.length > 0
        ? html`<nav class="crumbs" aria-label="${messages.site.breadcrumbs}">
            <ol>
              ${crumbs.map(
                ({ href, label }) =>
                  html`<li>
                    <a href="${href}"><bdi lang="">${label}</bdi></a>
                  </li>`,
              )}
            </ol>
          </nav>`
        : NOTHING
    }
    ${kind === undefined ? NOTHING : html`<p class="kind">${kind}</p>`}
    <h1 ${isOurs ? NOTHING : THEIRS}>${title}</h1>
    ${below}
  </div>`;
}
