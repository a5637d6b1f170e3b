import { queryString } from '#representations/links.js';
import type { NamedValue } from '#search/request.js';
import { html, Html } from './html.js';
import type { View } from './view.js';

/** Addresses of the search page that differ from one question by a value or two. All but `page` lead to the first page. */
export class SearchLinks {
  /** Before the question, and behind it. */
  readonly #before: string;
  readonly #after: string;
  readonly #asked: readonly NamedValue[];
  /** The question without its page, percent-encoded; `''` for none. */
  readonly #base: string;
  #more: { readonly before: string; readonly after: string } | undefined;

  /** @param asked as of PageSearch */
  constructor({ links }: Pick<View, 'links'>, asked: readonly NamedValue[]) {
    const [path = '', language] = links.search().split('?', 2);
    this.#before = path;
    this.#after = language ?? '';
    this.#asked = asked.filter(({ name }) => name !== 'page');
    this.#base = encoded(this.#asked);
  }

  /** The same with one value more, written for an attribute: of such links a page has dozens. */
  with(name: string, value: string): Html {
    const pair = html`${encoded([{ name, value }])}`.markup;
    this.#more ??= this.#around();
    return new Html(this.#more.before + pair + this.#more.after);
  }

  /** What stands around a value that is added. */
  #around(): { readonly before: string; readonly after: string } {
    const [before = '', after = ''] = html`${this.#at(joined(this.#base, HERE))}`.markup.split(ESCAPED_HERE);
    return { before, after };
  }

  /** The same without one value. */
  without(name: string, value: string): string {
    return this.#of(this.#asked.filter((one) => one.name !== name || one.value !== value));
  }

  /** The same with other values of these parameters, or none of them. */
  changed(values: Readonly<Record<string, string | null>>): string {
    const kept = this.#asked.filter(({ name }) => values[name] === undefined);
    const given = Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
    return this.#of([...given, ...kept]);
  }

  page(page: number): string {
    return this.#at(page === 1 ? this.#base : joined(this.#base, `page=${String(page)}`));
  }

  /** Of nothing but these. */
  only(asked: readonly NamedValue[]): string {
    return this.#of(asked);
  }

  #of(asked: readonly NamedValue[]): string {
    return this.#at(encoded(asked));
  }

  #at(question: string): string {
    const query = joined(question, this.#after);
    return query === '' ? this.#before : `${this.#before}?${query}`;
  }
}

/** No address holds it. */
const HERE = '<>';
const ESCAPED_HERE = '&lt;&gt;';

function encoded(asked: readonly NamedValue[]): string {
  return queryString(asked).slice(1);
}

function joined(first: string, second: string): string {
  return first === '' || second === '' ? first + second : `${first}&${second}`;
}
