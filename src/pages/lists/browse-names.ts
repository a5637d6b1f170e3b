import type { BrowseEntry, NamePage } from '#search/names/browse.ts';
import type { Browsed } from '#representations/links/page-links.ts';
import { browseDocument, talkCounts } from './browse-frame.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { personName } from './person-name.ts';
import { shortened } from '../frame/shortened.ts';
import { words } from '../frame/words.ts';
import { insert } from '../messages.ts';
import type { View } from '../frame/view.ts';
import { titleText } from '../prose/title.ts';

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
/** Maximum bytes of a name. */
const LONGEST_NAME = 200;

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
