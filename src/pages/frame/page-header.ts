import { html, NOTHING, type Html } from './html.ts';
import type { Messages } from '../messages.ts';
import { theirs, words } from './words.ts';
import { titleHtml, titleText } from '../prose/title.ts';

/** A breadcrumb, outermost first. */
export interface Crumb {
  readonly href: string;
  readonly label: string;
}

interface PageHeaderProps {
  readonly title: string;
  /** Whether the title is in the page's language, rather than text of the catalogue. */
  readonly isOurs?: boolean;
  /** The kind of page, shown above the title. */
  readonly kind?: string;
  readonly crumbs?: readonly Crumb[];
  readonly messages: Messages;
  /** Content below the title. */
  readonly below?: Html;
}

/** The header of a page's content: breadcrumbs, kind and the only `h1`. */
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
                    <a href="${href}">${words(titleText(label))}</a>
                  </li>`,
              )}
            </ol>
          </nav>`
        : NOTHING
    }
    ${kind === undefined ? NOTHING : html`<p class="kind">${kind}</p>`}
    <h1 ${isOurs ? NOTHING : theirs(title)}>${titleHtml(title)}</h1>
    ${below}
  </div>`;
}
