import { webAddress } from '#representations/feeds/feed-text.ts';
import { insert, type Messages } from '../messages.ts';
import { titleHtml, titleText } from '../prose/title.ts';
import { html, type Html, NOTHING } from './html.ts';
import { theirs, words } from './words.ts';

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

interface PagerProps {
  /** Page number, from 1; may be past the last page. */
  readonly page: number;
  readonly pages: number;
  /** How many talks of this page come before the requested ones and are not shown; 0 by default. */
  readonly skipped?: number;
  readonly href: (page: number) => string;
  readonly messages: Messages;
}

/** Links to the previous and next page; empty if there is only one. */
export function pager({ page, pages, skipped = 0, href, messages }: PagerProps): Html {
  const { list } = messages;
  // From a page past the end, "previous" leads to the last page that has talks.
  const before = Math.min(skipped > 0 ? page : page - 1, pages);
  if (pages <= 1 && before < 1) return NOTHING;
  return html`<nav class="pager" aria-label="${list.pages}">
    <ul>
      <li>${before >= 1 ? html`<a rel="prev" href="${href(before)}">${list.previous}</a>` : NOTHING}</li>
      <li>${insert(list.page, { page, of: pages })}</li>
      <li>${page < pages ? html`<a rel="next" href="${href(page + 1)}">${list.next}</a>` : NOTHING}</li>
    </ul>
  </nav>`;
}

/** Shown in place of an empty list, with links to go on from there. */
export function emptyState(title: string, next: Html = NOTHING): Html {
  return html`<div class="empty">
    <p class="empty-title">${title}</p>
    ${next}
  </div>`;
}

/** A labelled fact, for a `dl`. */
export function fact(name: string, content: Html | readonly Html[]): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${content}</dd>
  </div>`;
}

/** A fact that is catalogue text; empty if there is none. */
export function textFact(name: string, text: string): Html {
  return text === '' ? NOTHING : fact(name, words(text));
}

/** Separates items with commas. */
export function listed(all: readonly Html[]): readonly Html[] {
  return all.map((one, at) => html`<span>${at > 0 ? ', ' : ''}${one}</span>`);
}

/** Links text that is a web address; returns any other as it is. */
export function safeHref(address: string, label?: string): Html {
  const href = webAddress(address);
  const shown = html`<bdi>${address}</bdi>`;
  if (href === null) return shown;
  return label === undefined ? html`<a href="${href}">${shown}</a>` : html`<a href="${href}">${label}</a>`;
}

export function emailAddress(address: string): Html {
  if (!/^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9.-]+$/.test(address)) return html`<bdi>${address}</bdi>`;
  return html`<a href="mailto:${encodeURIComponent(address).replace('%40', '@')}">${address}</a>`;
}
