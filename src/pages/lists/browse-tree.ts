import type { Named } from '#search/names/directory.ts';
import type { Branch, BranchEntry } from '#search/index/place-tree.ts';
import { browseDocument, talkCounts } from './browse-frame.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { shortened } from '../frame/shortened.ts';
import { words } from '../frame/words.ts';
import { insert } from '../messages.ts';
import type { View } from '../frame/view.ts';

export type BrowsedAsTree = 'departments' | 'venues';

/** A place in a tree, with the first of its children. */
interface TreeEntry extends BranchEntry {
  readonly below: Branch;
}

export interface BrowseTreeContent {
  readonly what: BrowsedAsTree;
  /** The place whose children are listed, and its parents, outermost first; undefined for the top. */
  readonly under: { readonly place: Named; readonly parents: readonly Named[] } | undefined;
  readonly total: number;
  readonly entries: readonly TreeEntry[];
  /** Page number, from 1; may be past the last page. */
  readonly page: number;
  /** Places of the upper level per page. */
  readonly count: number;
}

/** Maximum bytes of a name. */
const LONGEST_NAME = 160;

/** Two levels of a tree of places; each place with more children links to them. */
export function browseTreePage(content: BrowseTreeContent, view: View): string {
  const { what, under, total, entries, page, count } = content;
  const { lists } = view.messages.browse;
  return browseDocument(
    {
      what,
      title: under === undefined ? lists.kinds[what] : insert(lists.within, { name: under.place.name }),
      isOurs: under === undefined,
      asked: under === undefined ? [] : [{ name: 'under', value: under.place.key }],
      page,
      pages: Math.ceil(total / count),
      isEmpty: entries.length === 0,
      crumbs: crumbsOf(content, view),
      names: html`<ul class="names tree">
        ${entries.map((entry) => html`<li>${placeEntry(what, entry, view)} ${entriesBelow(what, entry, view)}</li>`)}
      </ul>`,
    },
    view,
  );
}

/** Maximum parents among the breadcrumbs; a longer path is cut to its innermost ones. */
const MAX_STEPS = 8;

function crumbsOf({ what, under }: BrowseTreeContent, { links, messages }: View) {
  if (under === undefined) return [];
  return [
    { href: links.browse(what), label: messages.browse.lists.kinds[what] },
    ...under.parents.slice(-MAX_STEPS).map(({ key, name }) => ({
      href: links.browse(what, [{ name: 'under', value: key }]),
      label: shortened(name, LONGEST_NAME),
    })),
  ];
}

function placeEntry(what: BrowsedAsTree, { key, name, talks, upcoming }: BranchEntry, view: View): Html {
  const address = what === 'departments' ? view.links.department(key) : view.links.venue(key);
  return html`<a href="${address}">${words(shortened(name, LONGEST_NAME))}</a> ${talkCounts(talks, upcoming, view)}`;
}

function entriesBelow(what: BrowsedAsTree, { below, key, name }: TreeEntry, view: View): Html {
  if (below.total === 0) return NOTHING;
  const { links, messages } = view;
  const { lists } = messages.browse;
  const more = below.total - below.entries.length;
  const isWhole = more === 0 && below.entries.every(({ places }) => places === 0);
  const href = links.browse(what, [{ name: 'under', value: key }]);
  const short = shortened(name, LONGEST_NAME);
  const label =
    more > 0 ? insert(lists.moreWithin, { count: more, name: short }) : insert(lists.within, { name: short });
  return html`<ul>
      ${below.entries.map((one) => html`<li>${placeEntry(what, one, view)}</li>`)}
    </ul>
    ${isWhole ? NOTHING : html`<p><a href="${href}">${label}</a></p>`}`;
}
