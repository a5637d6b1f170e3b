import type { ComponentChildren } from 'preact';
import { BROWSED, type Browsed } from '#representations/links/page-links.ts';
import { EmptyState } from '../frame/empty-state.tsx';
import { htmlDocument } from '../frame/layout.tsx';
import type { Query } from './listed-talks.tsx';
import { PageHeader, type Crumb } from '../frame/page-header.tsx';
import { Pager } from '../frame/pager.tsx';
import { sharedTitle } from '../frame/shared-page.ts';
import type { View } from '../frame/view.ts';

interface BrowseFrame {
  readonly what: Browsed;
  readonly title: string;
  /** Whether there is no name of theirs in the title. */
  readonly isOurs: boolean;
  /** What of the list is asked for, but for the page. */
  readonly asked: Query;
  /** From 1; may be past the last. */
  readonly page: number;
  readonly pages: number;
  readonly isEmpty: boolean;
  readonly crumbs?: readonly Crumb[];
  /** Above the list. */
  readonly above?: ComponentChildren;
  /** The list, where there is something in it. */
  readonly children: ComponentChildren;
}

/** What is the same for all lists to browse: their title, the way to the others, and from page to page. */
export function browseDocument(frame: BrowseFrame, view: View): string {
  const { what, title, isOurs, asked, page, pages, isEmpty, crumbs, above, children } = frame;
  const { lists } = view.messages.browse;
  const onPage = (one: number): Query => (one === 1 ? asked : [...asked, { name: 'page', value: String(one) }]);
  const canonical = (links: View['links']): string => links.browse(what, onPage(page));
  return htmlDocument(view, {
    title,
    kind: 'browse',
    current: 'browse',
    canonical,
    openGraph: sharedTitle(title, canonical, view),
    children: (
      <>
        <PageHeader title={title} isOurs={isOurs} kind={lists.title} crumbs={crumbs ?? []} messages={view.messages} />
        <nav class="browse-kinds" aria-label={lists.title}>
          <ul>
            {BROWSED.map((one) => (
              <li key={one}>
                <a href={view.links.browse(one)} aria-current={one === what ? 'page' : undefined}>
                  {lists.kinds[one]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {above}
        {isEmpty ? <EmptyState title={lists.none} /> : children}
        <Pager
          page={page}
          pages={pages}
          href={(one) => view.links.browse(what, onPage(one))}
          messages={view.messages}
        />
      </>
    ),
  });
}

/** `12 talks, 3 upcoming`, behind a name. */
export function Counts({
  talks,
  upcoming,
  view,
}: {
  readonly talks: number;
  readonly upcoming: number;
  readonly view: View;
}) {
  const { list } = view.messages;
  const parts = [list.talks(talks), ...(upcoming > 0 ? [list.upcoming(upcoming)] : [])];
  return <span class="quiet counts">{parts.join(', ')}</span>;
}
