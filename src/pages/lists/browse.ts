import { type Browsed, BROWSED } from '#representations/links/page-links.ts';
import type { Branch, BranchEntry } from '#search/index/place-tree.ts';
import type { BrowseEntry, NamePage } from '#search/names/browse.ts';
import type { Named } from '#search/names/directory.ts';
import { html, type Html, NOTHING } from '../frame/html.ts';
import { htmlDocument } from '../frame/layout.ts';
import { type Crumb, emptyState, pageHeader, pager } from '../frame/parts.ts';
import { sharedTitle } from '../frame/shared-page.ts';
import type { View } from '../frame/view.ts';
import { shortened, words } from '../frame/words.ts';
import { insert } from '../messages.ts';
import { titleText } from '../prose/title.ts';
import type { Query } from './list-page.ts';
import { personName } from './groups.ts';

/** The lists by name; departments and venues are trees. */
export type BrowsedByName = Exclude<Browsed, 'departments' | 'venues'>;

export interface BrowseNamesContent {
  readonly what: BrowsedByName;
  readonly names: NamePage<BrowseEntry>;
  /** The requested initial letter; undefined for all names. */
  readonly letter: string | undefined;
  /** Page number, from 1; may be past the last page. */
  readonly page: number;
  /** Names per page. */
  readonly count: number;
}

/** The index's key for names that do not begin with a letter. */
const NO_LETTER = '#';

/** A list by name, from A to Z. */
export function browseNamesPage(content: BrowseNamesContent, view: View): string {
  const { what, names, letter, page, count } = content;
  const { lists } = view.messages.browse;
  const { total, entries } = names;
  const kind = lists.kinds[what];
  return browseDocument(
    {
      what,
      title: letter === undefined ? kind : insert(lists.beginningWith, { title: kind, letter: nameOf(letter, view) }),
      isOurs: true,
      asked: letter === undefined ? [] : [{ name: 'letter', value: letter }],
      page,
      pages: Math.ceil(total / count),
      isEmpty: entries.length === 0,
      above: letterNav(content, view),
      names: html`<ul class="names">
        ${entries.map(
          ({ key, name, affiliation, talks, upcoming }) =>
            html`<li>
              <a href="${view.links[LINKS[what]](key)}"
                >${words(shortened(titleText(personName(name, affiliation)), LONGEST_NAME))}</a
              >
              ${talkCounts(talks, upcoming, view)}
            </li>`,
        )}
      </ul>`,
    },
    view,
  );
}

/** The link for each kind of list. */
const LINKS = { series: 'series', people: 'person', topics: 'topic', collections: 'collection' } as const;

function nameOf(letter: string, view: View): string {
  return letter === NO_LETTER ? view.messages.browse.lists.otherSigns : letter.toUpperCase();
}

/** Maximum letters shown: with several scripts there may be more. */
const MAX_LETTERS = 120;

/** The initial letters of names, each with its count. */
function letterNav({ what, names: { letters }, letter: asked }: BrowseNamesContent, view: View): Html {
  const { links, messages } = view;
  const { lists } = messages.browse;
  if (letters.length < 2) return NOTHING;
  return html`<nav class="letters" aria-label="${what === 'people' ? lists.lettersOfPeople : lists.letters}">
    <ul>
      <li>
        <a href="${links.browse(what)}" ${asked === undefined ? html`aria-current="page"` : NOTHING}>${lists.all}</a>
      </li>
      ${letters.slice(0, MAX_LETTERS).map(
        ({ letter, count }) =>
          html`<li>
            <a
              href="${links.browse(what, [{ name: 'letter', value: letter }])}"
              ${asked?.toUpperCase() === letter ? html`aria-current="page"` : NOTHING}
              ><bdi>${nameOf(letter, view)}</bdi> <small class="quiet">${count}</small></a
            >
          </li>`,
      )}
    </ul>
  </nav>`;
}

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
function browseDocument(frame: BrowseFrame, view: View): string {
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
function talkCounts(talks: number, upcoming: number, view: View): Html {
  const { list } = view.messages;
  const parts = [list.talks(talks), ...(upcoming > 0 ? [list.upcoming(upcoming)] : [])];
  return html`<span class="quiet counts">${parts.join(', ')}</span>`;
}

/** Maximum bytes of a name. */
const LONGEST_NAME = 160;
