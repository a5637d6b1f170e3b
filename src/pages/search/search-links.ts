import { pairText } from '#representations/links/links.ts';
import { escapedXml } from '#representations/json/xml-text.ts';
import type { NamedValue } from '#search/query/request.ts';
import { Html } from '../frame/html.ts';
import { linkBudgetBeside, type LinkBudget } from '../lists/link-budget.ts';
import type { View } from '../frame/view.ts';

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
