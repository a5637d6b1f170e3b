import type { ComponentChildren } from 'preact';
import { BROWSED, type Browsed } from '#representations/page-links.js';
import { htmlDocument } from './layout.js';
import type { Query } from './listed-talks.js';
import { PageHeader, type Crumb } from './page-header.js';
import type { View } from './view.js';

interface BrowseFrame {
  readonly what: Browsed;
  readonly title: string;
  /** Whether there is no name of theirs in the title. */
  readonly isOurs: boolean;
  /** What of the list this page shows. */
  readonly query: Query;
  readonly crumbs?: readonly Crumb[];
  readonly children: ComponentChildren;
}

/** What is the same for all lists to browse: their title, and the way to the others. */
export function browseDocument({ what, title, isOurs, query, crumbs, children }: BrowseFrame, view: View): string {
  const { lists } = view.messages.browse;
  return htmlDocument(view, {
    title,
    kind: 'browse',
    current: 'browse',
    canonical: (links) => links.browse(what, query),
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
        {children}
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
