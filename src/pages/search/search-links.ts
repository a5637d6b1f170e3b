import { escapedXml } from '#representations/json/xml-text.ts';
import { pairText, queryString } from '#representations/links/links.ts';
import { WITHOUT_DAYS } from '#search/query/page-question.ts';
import type { NamedValue } from '#search/query/request.ts';
import { html, Html, NOTHING } from '../frame/html.ts';
import type { View } from '../frame/view.ts';
import type { Messages } from '../messages.ts';

interface Pair extends NamedValue {
  /** Percent-encoded. */
  readonly text: string;
}

/**
 * Addresses of the search page that differ from a query by a value or two, escaped for attributes: a page has dozens of
 * them. All but `page` lead to the first page.
 */
export class SearchLinks {
  /** Path before the query. */
  readonly #path: string;
  /** Appended to every query: the language; `''` for none. */
  readonly #language: string;
  readonly #asked: readonly Pair[];
  /** The query without its page; `''` if empty. */
  readonly #base: string;
  /** How many of these links fit on a page. */
  readonly room: LinkBudget;

  /** @param asked as in PageSearch */
  constructor({ links }: Pick<View, 'links'>, asked: readonly NamedValue[]) {
    const [path = '', language = ''] = links.search().split('?', 2);
    this.#path = escapedXml(path);
    this.#language = language;
    this.#asked = asked.filter(({ name }) => name !== 'page').map(paired);
    this.#base = joined(this.#asked);
    this.room = linkBudgetBeside(this.#asked.reduce((sum, { text }) => sum + 1 + text.length, 0));
  }

  /** The query with one more value, to be inserted percent-encoded between the two parts. */
  more(name: string): { readonly before: string; readonly after: string } {
    const { markup } = this.#at(both(this.#base, `${name}=`));
    const end = markup.length - this.#language.length;
    return this.#language === ''
      ? { before: markup, after: '' }
      : { before: markup.slice(0, end - AND.length), after: markup.slice(end - AND.length) };
  }

  /** The query without one value. */
  without(name: string, value: string): Html {
    return this.#at(joined(this.#asked.filter((one) => one.name !== name || one.value !== value)));
  }

  /** The query with other values for these parameters; null removes them. */
  changed(values: Readonly<Record<string, string | null>>): Html {
    const kept = this.#asked.filter(({ name }) => values[name] === undefined);
    let given = '';
    for (const name in values) {
      const value = values[name] ?? null;
      if (value !== null) given = both(given, pairText(name, value));
    }
    return this.#at(both(given, joined(kept)));
  }

  page(page: number): Html {
    return this.#at(page === 1 ? this.#base : both(this.#base, `page=${String(page)}`));
  }

  /** The query that shows one page of all values of a facet, or of those found by name. */
  whole(group: string, page = 1, find = ''): Html {
    const found = both(`all=${group}`, find === '' ? '' : pairText('all_find', find));
    const { markup } = this.#at(both(this.#base, both(found, page === 1 ? '' : `all_page=${String(page)}`)));
    return new Html(`${markup}#facet-${group}`);
  }

  /** The search page without a query. */
  get bare(): Html {
    return this.#at('');
  }

  #at(question: string): Html {
    const query = both(question, this.#language);
    return new Html(query === '' ? this.#path : `${this.#path}?${query}`);
  }
}

function paired({ name, value }: NamedValue): Pair {
  return { name, value, text: pairText(name, value) };
}

function joined(pairs: readonly Pair[]): string {
  let text = '';
  for (const pair of pairs) text = both(text, pair.text);
  return text;
}

const AND = '&amp;';

/** Joins two percent-encoded queries. They need no escaping; only the separator does. */
function both(first: string, second: string): string {
  return first === '' || second === '' ? first + second : first + AND + second;
}

/**
 * How many of a page's links may contain its query, so that the page stays under 70 KB: all of them, some twenty, or
 * only the necessary ones. Buttons of a single form, which contains the query once, replace the other links.
 */
export type LinkBudget = 'ample' | 'little' | 'least';

/** Maximum characters of a query that all links may contain: a page has some hundred links. */
const LONG = 115;
const VERY_LONG = 400;

/** @param characters the length of the encoded query */
function linkBudgetBeside(characters: number): LinkBudget {
  if (characters <= LONG) return 'ample';
  return characters <= VERY_LONG ? 'little' : 'least';
}

/** The budget for a query; all pages of a list have the same. */
export function linkBudgetFor(asked: readonly NamedValue[]): LinkBudget {
  return linkBudgetBeside(queryString(asked.filter(({ name }) => name !== 'page')).length);
}

/** Hidden fields with these values: one per parameter, however many values it has. */
export function keptValues(values: readonly NamedValue[], search: Messages['search']): Html {
  const names = new Set(values.map(({ name }) => name));
  return html`${[...names].map((name) => keptOf(name, values, search))}`;
}

function keptOf(name: string, values: readonly NamedValue[], search: Messages['search']): Html {
  const [first, ...others] = values.filter((one) => one.name === name);
  if (others.length === 0) return html`<input type="hidden" name="${name}" value="${first?.value ?? ''}" /> `;
  // Identifiers contain no spaces, so the text of an option is its value.
  return html`<select name="${name}" aria-label="${labelOf(name, search)}" multiple hidden>
    ${[first, ...others].map((one) => html`<option selected>${one?.value ?? ''}</option>`)}
  </select> `;
}

/** The display name of a parameter. */
export function labelOf(parameter: string, search: Messages['search']): string {
  const names: Readonly<Record<string, string>> = search.names;
  return names[parameter] ?? parameter;
}

/** The id of a form that repeats the search: buttons across the page add a value or remove one. */
const AGAIN = 'again';

/** A form with the current query, for pages whose links would be too long; empty for others. */
export function againForm(asked: readonly NamedValue[], links: SearchLinks, view: View): Html {
  if (links.room === 'ample') return NOTHING;
  const { language, languageInAddress, messages } = view;
  const [action = ''] = view.links.search().split('?', 1);
  const all = [
    ...asked.filter(({ name }) => name !== 'page'),
    ...(languageInAddress ? [{ name: 'lang', value: language }] : []),
  ];
  return html`<form id="${AGAIN}" action="${action}" method="get" hidden>${keptValues(all, messages.search)}</form> `;
}

/**
 * A control that removes one value, or both days, from the query: a link, or a button that submits only that.
 * @param kind a class; `''` for none
 */
export function leavingOut(left: NamedValue | 'period', what: Html, kind: string, links: SearchLinks): Html {
  const ofKind = kind === '' ? NOTHING : html`class="${kind}"`;
  if (links.room !== 'ample') {
    const value = left === 'period' ? WITHOUT_DAYS : `${left.name}=${left.value}`;
    return html`<button type="submit" form="${AGAIN}" ${ofKind} name="without" value="${value}">${what}</button>`;
  }
  const href = left === 'period' ? links.changed({ from: null, to: null }) : links.without(left.name, left.value);
  return html`<a ${ofKind} href="${href}">${what}</a>`;
}

/** The markup before and after the value in a button that adds it to the query. */
export function addingButton(name: string): { readonly before: string; readonly after: string } {
  return { before: html`<button type="submit" form="${AGAIN}" name="${name}" value="`.markup, after: '">' };
}
