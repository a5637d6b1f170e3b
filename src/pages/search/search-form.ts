import { pathLinks } from '#representations/links/links.ts';
import { type Kind, KINDS } from '#search/query/value-forms.ts';
import { html, Html, inOnePiece, NOTHING } from '../frame/html.ts';
import type { View } from '../frame/view.ts';
import type { Messages } from '../messages.ts';
import { ATTRIBUTE_NAMES } from './search-chips.ts';
import type { Fault, SearchContent } from './search-content.ts';
import { keptValues, labelOf } from './search-links.ts';

/** The values of the form's fields. */
interface FormContent extends SearchContent {
  /** `yyyy-mm-dd`, for date fields; the given value if it is malformed. */
  readonly from: string;
  readonly to: string;
  readonly faults: readonly Fault[];
  /** Whether the latest talk is first unless another order is asked for. */
  readonly isPast: boolean;
  /** Links to frequently used dates. */
  readonly shortcuts: Html;
}

/** Parameters that are set elsewhere on the page; the form only preserves them. */
const KEPT: readonly string[] = [
  ...['speaker', 'host', 'series', 'venue', 'organising_department', 'topic', 'collection'],
  ...['without_speaker', 'without_series', 'without_venue', 'without_organising_department', 'without_topic'],
  ...ATTRIBUTE_NAMES,
];

/** The fields that come first. */
const FIRST = ['q', 'from', 'to'];
const COUNTS = [10, 20, 25];

/**
 * The search form, with all text fields, dates and choices. Invalid values stay in their fields, with an explanation.
 */
export function searchForm(content: FormContent, view: View): Html {
  const { messages, language, languageInAddress } = view;
  const { search } = messages;
  const fields = new Fields(content, messages);
  const keepsLanguage = languageInAddress ? html`<input type="hidden" name="lang" value="${language}" /> ` : NOTHING;
  return html`<form ${formAttributes(view)}>
    <div class="search-words">
      ${words(content, fields, messages)}<button type="submit" class="primary">${search.submit}</button>
      <details class="search-sheet" ${content.faults.length > 0 ? html` open` : NOTHING}>
        <summary class="button">${search.sheet}${optionCount(content)}</summary>
        <div class="search-options">
          <div class="search-dates">${fields.date('from', search.fromHint)}${fields.date('to', '')}</div>
          ${fields.broken()} ${moreChoices(content, fields, messages)}
        </div>
      </details>
      ${content.shortcuts}
    </div>
    ${fields.kept()}${keepsLanguage}
  </form> `;
}

/** How many of the options in the sheet are set. */
function optionCount({ asked }: FormContent): Html {
  const count = asked.filter(({ name }) => name !== 'q' && (FIRST.includes(name) || FURTHER.includes(name))).length;
  return count === 0 ? NOTHING : html` <span class="count">${count}</span>`;
}

/** Cached fields by language, then by their values, which are mostly the same. */
const written = new WeakMap<Messages, Map<string, Html>>();
/** Maximum cached entries per language, of some kilobytes each. */
const MAX_WRITTEN = 200;

/** Fields from the cache, or rendered now. @param held a key: equal for fields with equal values */
function ready(fields: () => Html, held: unknown, messages: Messages): Html {
  let known = written.get(messages);
  if (known === undefined) written.set(messages, (known = new Map<string, Html>()));
  const key = JSON.stringify(held);
  let found = known.get(key);
  if (found === undefined) {
    if (known.size >= MAX_WRITTEN) known.clear();
    known.set(key, (found = new Html(inOnePiece(fields().markup))));
  }
  return found;
}

function words({ asked, faults }: FormContent, fields: Fields, messages: Messages): Html {
  const isEmpty = faults.length === 0 && !asked.some(({ name }) => name === 'q');
  return isEmpty ? ready(() => fields.words(), 'words', messages) : fields.words();
}

/** The choices below the dates. */
function moreChoices({ asked, faults, counts, isPast }: FormContent, fields: Fields, messages: Messages): Html {
  if (faults.length > 0) return fields.more();
  const chosen = asked.filter(({ name }) => FURTHER.includes(name)).map(({ name, value }) => [name, value]);
  return ready(() => fields.more(), [counts.usual, counts.most, chosen, isPast], messages);
}

/** Renders the fields of the form. */
class Fields {
  readonly #content: FormContent;
  readonly #search: Messages['search'];

  constructor(content: FormContent, { search }: Messages) {
    this.#content = content;
    this.#search = search;
  }

  words(): Html {
    const { words, wordsHint } = this.#search;
    return html`<p class="field field-words">
      <label for="search-q">${words}</label>
      <input
        type="search"
        id="search-q"
        name="q"
        value="${this.#value('q')}"
        placeholder="${this.#search.title}"
        autocomplete="off"
        ${this.#described('q', true)}
      />
      <span class="hint" id="search-q-hint">${wordsHint}</span>${this.#fault('q')}
    </p> `;
  }

  /** A date. An invalid one gets a text field, since a date field would not show it. */
  date(name: 'from' | 'to', hint: string): Html {
    const type = this.#isFaulty(name) ? 'text' : 'date';
    const value = name === 'from' ? this.#content.from : this.#content.to;
    const below = hint === '' ? NOTHING : html`<span class="hint" id="search-${name}-hint">${hint}</span>`;
    return html`<p class="field">
      <label for="search-${name}">${this.#search[name]}</label>
      <input type="${type}" id="search-${name}" name="${name}" value="${value}" ${this.#described(name, hint !== '')} />
      ${below}${this.#fault(name)}
    </p> `;
  }

  more(): Html {
    return html`<div class="search-fields">
      ${this.#order()}${this.#count()}${this.#cancelled()}${this.#box('subdepartments', 'false')}${this.#box('subvenues', 'true')}
    </div> `;
  }

  #order(): Html {
    const { order, orderDate, orderLatest, orderRelevance } = this.#search;
    const asked = this.#value('order');
    const usual = this.#content.isPast ? 'latest' : 'date';
    // The default is left out of the address, unless it was asked for.
    const choice = (value: string, text: string): Choice => [value === usual && asked !== value ? '' : value, text];
    return this.#select('order', order, [
      choice('date', orderDate),
      choice('latest', orderLatest),
      choice('relevance', orderRelevance),
    ]);
  }

  #count(): Html {
    const { usual, most } = this.#content.counts;
    // A larger count is capped at the maximum.
    const asked = Math.min(Number(this.#value('count')), most);
    const counts = [...new Set([...COUNTS, usual, ...(asked > 0 ? [asked] : [])])].filter((one) => one <= most);
    const choices = counts
      .sort((a, b) => a - b)
      .map((one): Choice => [one === usual && asked !== usual ? '' : String(one), String(one)]);
    return this.#select('count', this.#search.count, choices, asked > 0 ? String(asked) : '');
  }

  #cancelled(): Html {
    const { cancelledTalks, cancelledShown, cancelledOmit, cancelledOnly } = this.#search;
    return this.#select('cancelled', cancelledTalks, [
      ['', cancelledShown],
      ['omit', cancelledOmit],
      ['only', cancelledOnly],
    ]);
  }

  /** A checkbox for a value that is not the default. */
  #box(name: 'subdepartments' | 'subvenues', value: string): Html {
    if (this.#isFaulty(name)) return this.#textField(name, this.#value(name));
    const checked = this.#value(name) === value ? html` checked` : NOTHING;
    return html`<p class="field field-box">
      <input type="checkbox" id="search-${name}" name="${name}" value="${value}" ${checked} />
      <label for="search-${name}">${this.#search[name]}</label>
    </p> `;
  }

  /** Invalid values of parameters without a field of their own. */
  broken(): Html {
    const names = [...new Set(this.#content.faults.map(({ parameter }) => parameter))];
    const others = names.filter((name) => !FIRST.includes(name) && !FURTHER.includes(name));
    return html`${others.flatMap((name) => this.#valuesOf(name).map((value, at) => this.#textField(name, value, at)))}`;
  }

  kept(): Html {
    const kept = this.#content.asked.filter(({ name }) => KEPT.includes(name) && !this.#isFaulty(name));
    return keptValues(kept, this.#search);
  }

  #select(name: Choosable, label: string, choices: readonly Choice[], now = this.#value(name)): Html {
    if (this.#isFaulty(name)) return this.#textField(name, this.#value(name));
    const options = choices.map(
      ([value, text]) => html`<option value="${value}" ${value === now ? html` selected` : NOTHING}>${text}</option> `,
    );
    return html`<p class="field">
      <label for="search-${name}">${label}</label>
      <select id="search-${name}" name="${name}">
        ${options}
      </select>
    </p> `;
  }

  #textField(name: string, value: string, at = 0): Html {
    const id = at === 0 ? name : `${name}-${String(at)}`;
    return html`<p class="field">
      <label for="search-${id}">${labelOf(name, this.#search)}</label>
      <input type="text" id="search-${id}" name="${name}" value="${value}" ${this.#described(name, false)} />
      ${at === 0 ? this.#fault(name) : NOTHING}
    </p> `;
  }

  #valuesOf(name: string): readonly string[] {
    const values = this.#content.asked.filter((one) => one.name === name).map(({ value }) => value);
    return values.length === 0 ? [''] : [...new Set(values)];
  }

  #value(name: string): string {
    return this.#content.asked.find((one) => one.name === name)?.value ?? '';
  }

  #isFaulty(name: string): boolean {
    return this.#content.faults.some(({ parameter }) => parameter === name);
  }

  #fault(name: string): Html {
    const codes = new Set(this.#content.faults.filter(({ parameter }) => parameter === name).map(({ code }) => code));
    if (codes.size === 0) return NOTHING;
    const said = [...codes].map((code) => faultText(code, this.#search)).join(' ');
    return html`<span class="fault" id="search-${name}-fault">${said}</span>`;
  }

  #described(name: string, hasHint: boolean): Html {
    const ids = [hasHint ? `search-${name}-hint` : '', this.#isFaulty(name) ? `search-${name}-fault` : ''];
    const described = ids.filter((id) => id !== '').join(' ');
    const by = described === '' ? NOTHING : html`aria-describedby="${described}"`;
    return this.#isFaulty(name) ? html`aria-invalid="true" ${by}` : by;
  }
}

type Choice = readonly [value: string, text: string];
type Choosable = 'order' | 'count' | 'cancelled';
const FURTHER: readonly string[] = ['order', 'count', 'cancelled', 'subdepartments', 'subvenues'];

export function faultText(code: string, { faults }: Messages['search']): string {
  const texts: Readonly<Record<string, string>> = faults;
  return texts[code] ?? faults.other;
}

/** Attributes of every form that searches for talks. */
function formAttributes(view: View): Html {
  const { messages, links } = view;
  const [action = ''] = links.search().split('?', 1);
  return html`class="search-form" role="search" aria-label="${messages.search.form}" action="${action}" method="get"
  ${suggesting(view)}`;
}

const attributes = new WeakMap<View['messages'], { readonly base: string; readonly of: Html }>();

/** Attributes of the form that the script needs to suggest names below a search field. */
function suggesting({ messages, publication }: View): Html {
  const known = attributes.get(messages);
  if (known?.base === publication.baseUrl) return known.of;
  const of = html`data-suggest="${pathLinks(publication).suggest}" data-labels="${suggestLabels(messages)}"`;
  attributes.set(messages, { base: publication.baseUrl, of });
  return of;
}

/**
 * Attributes of a form to which the script adds a name that is chosen from suggestions.
 * @param kinds of names to suggest
 * @param field name of the field in which they are typed
 */
export function suggestingToAdd(kinds: readonly Kind[], field: string, { messages, publication }: View): Html {
  const address = `${pathLinks(publication).suggest}?${kinds.map((kind) => `kind=${kind}`).join('&')}`;
  return html`data-suggest="${address}" data-labels="${suggestLabels(messages)}" data-adds="${field}"`;
}

/** Labels in the order that the script expects. JSON with escaped quotation marks would be three times as long. */
function suggestLabels({ search }: View['messages']): string {
  const { label, status, upcoming, kinds } = search.suggest;
  return [label, status, upcoming, ...KINDS.map((kind) => kinds[kind])].join('|');
}

/** A search box with one field; the search page has the others. */
export function searchBox(view: View): Html {
  const { messages, language, languageInAddress } = view;
  const { search } = messages;
  return html`<form ${formAttributes(view)}>
    <div class="search-words">
      <p class="field field-words">
        <label for="search-q">${search.words}</label
        ><input
          type="search"
          id="search-q"
          name="q"
          placeholder="${search.title}"
          autocomplete="off"
          aria-describedby="search-q-hint"
        /><span class="hint" id="search-q-hint">${search.wordsHint}</span>
      </p>
      <button type="submit" class="primary">${search.submit}</button>
    </div>
    ${languageInAddress ? html`<input type="hidden" name="lang" value="${language}" />` : NOTHING}
  </form>`;
}
