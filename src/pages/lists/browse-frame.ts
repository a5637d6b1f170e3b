import { BROWSED, type Browsed } from '#representations/links/page-links.ts';
import { emptyState } from '../frame/empty-state.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { htmlDocument } from '../frame/layout.ts';
import type { Query } from './listed-talks.ts';
import { pageHeader, type Crumb } from '../frame/page-header.ts';
import { pager } from '../frame/pager.ts';
import { sharedTitle } from '../frame/shared-page.ts';
import type { View } from '../frame/view.ts';

interface BrowseFrame {
  readonly what: Browsed;
  readonly title: string;
  /** Whether the title is in the page's language, without a name from the catalogue. */
  readonly isOurs: boolean;
  /** The query for the requested part of the list, without the page number. */
  readonly asked: Query;
  /** Page number, from 1; may be past the last page. */
  readonly page: number;
  readonly pages: number;
  readonly isEmpty: boolean;
  readonly crumbs?: readonly Crumb[];
  /** Content above the list. */
  readonly above?: Html;
  /** The list, unless it is empty. */
  readonly names: Html;
}

/** The common parts of all lists to browse: title, links to the other lists, and pagination. */
export function browseDocument(frame: BrowseFrame, view: View): string {
  const { what, title, isOurs, asked, page, pages, isEmpty, crumbs, above = NOTHING, names } = frame;
  const { lists } = view.messages.browse;
  const onPage = (one: number): Query => (one === 1 ? asked : [...asked, { name: 'page', value: String(one) }]);
  const canonical = (links: View['links']): string => links.browse(what, onPage(page));
  return htmlDocument(view, {
    title,
    kind: 'browse',
    current: 'browse',
    canonical,
    openGraph: sharedTitle(title, canonical, view),
    content: html`${pageHeader({ title, isOurs, kind: lists.title, crumbs: crumbs ?? [], messages: view.messages })}
      <nav class="browse-kinds" aria-label="${lists.title}">
        <ul>
          ${BROWSED.map(
            (one) =>
              html`<li>
                <a href="${view.links.browse(one)}" ${one === what ? html`aria-current="page"` : NOTHING}
                  >${lists.kinds[one]}</a
                >
              </li>`,
          )}
        </ul>
      </nav>
      ${above} ${isEmpty ? emptyState(lists.none) : names}
      ${pager({ page, pages, href: (one) => view.links.browse(what, onPage(one)), messages: view.messages })}`,
  });
}

/** `12 talks, 3 to come`, after a name. */
export function talkCounts(talks: number, upcoming: number, view: View): Html {
  const { list } = view.messages;
  const parts = [list.talks(talks), ...(upcoming > 0 ? [list.upcoming(upcoming)] : [])];
  return html`<span class="quiet counts">${parts.join(', ')}</span>`;
}
