import { dateText } from '#search/query/civil-days.ts';
import type { NamedValue } from '#search/query/request.ts';
import { html, type Html, NOTHING } from '../frame/html.ts';
import { shortened } from '../frame/words.ts';
import type { View } from '../frame/view.ts';
import { insert, type Messages } from '../messages.ts';
import { titleText } from '../prose/title.ts';
import type { FoundContent } from './search-content.ts';
import { leavingOut, type SearchLinks } from './search-links.ts';
import { periodName } from './times.ts';

/** Parameters that change the presentation and do not filter. */
const NO_FILTERS = new Set(['count', 'page', 'order']);

/** A parameter of a query, and its labels. */
export interface Filter {
  readonly asked: NamedValue;
  /** `Series`; `''` if the label is self-explanatory. */
  readonly kind: string;
  readonly label: string;
  /** Set if it is the days of both `from` and `to`. */
  readonly isPeriod?: true;
  /** Whether the label is in the page's language, rather than text of the catalogue or the reader. */
  readonly isOurs: boolean;
}

/** The query, the names of its values, and its days if it has any. */
type AskedContent = Pick<FoundContent, 'asked' | 'nameOf'> & Partial<Pick<FoundContent, 'days'>>;

/** The filters of a query, with their labels. */
export function filtersOf(content: AskedContent, view: View): Filter[] {
  return content.asked.flatMap((asked) => {
    const filter = NO_FILTERS.has(asked.name) ? undefined : filterOf(asked, content, view);
    return filter === undefined ? [] : [filter];
  });
}

function filterOf(asked: NamedValue, content: AskedContent, view: View): Filter | undefined {
  const { search } = view.messages;
  const { name, value } = asked;
  switch (name) {
    case 'q':
      return { asked, kind: '', label: insert(search.quoted, { words: value }), isOurs: false };
    case 'from':
    case 'to':
      return { asked, kind: search.names[name], label: dayLabel(value, content.days?.[name], view), isOurs: true };
    case 'speaker':
    case 'host':
    case 'series':
    case 'venue':
    case 'organising_department':
    case 'topic':
    case 'collection':
      return { asked, kind: search.names[name], label: content.nameOf(name, value), isOurs: false };
    default:
      if (!ATTRIBUTE_NAMES.includes(name)) return excludedFilter(asked, content, view) ?? choiceOf(asked, view);
      return { asked, kind: '', label: attributeLabel(name, value, search), isOurs: true };
  }
}

/** The filter of a parameter that excludes talks: a hyphen and the name of the parameter that includes them. */
function excludedFilter(asked: NamedValue, content: AskedContent, { messages: { search } }: View): Filter | undefined {
  const parameter = EXCLUDABLE.find((one) => asked.name === `without_${one}`);
  if (parameter === undefined) return undefined;
  const label = insert(search.excluded, { name: content.nameOf(parameter, asked.value) });
  return { asked, kind: search.names[parameter], label, isOurs: false };
}

const EXCLUDABLE = ['speaker', 'series', 'venue', 'organising_department', 'topic'] as const;

/** The filter for a choice of a few values; undefined for the default. */
function choiceOf(asked: NamedValue, { messages: { search } }: View): Filter | undefined {
  switch (`${asked.name}=${asked.value}`) {
    case 'cancelled=omit':
      return { asked, kind: search.cancelledTalks, label: search.cancelledOmit, isOurs: true };
    case 'cancelled=only':
      return { asked, kind: search.cancelledTalks, label: search.cancelledOnly, isOurs: true };
    case 'subdepartments=false':
      return { asked, kind: '', label: search.subdepartments, isOurs: true };
    case 'subvenues=true':
      return { asked, kind: '', label: search.subvenues, isOurs: true };
    default:
      return undefined;
  }
}

function dayLabel(value: string, day: number | undefined, { messages: { search }, dates }: View): string {
  if (value === 'today' || value === 'tomorrow') return search[value];
  const date = dayText(day);
  return date === '' ? value : dates.longDate(date);
}

/** `yyyy-mm-dd`; `''` for no day, and for years that do not have four digits. */
export function dayText(day: number | undefined): string {
  const text = day === undefined ? '' : dateText(day);
  return /^\d{4}-/.test(text) ? text : '';
}

/** The filters with one for both days, if these are a period that has a name, such as next week. */
export function withPeriod(filters: readonly Filter[], content: FoundContent, view: View): readonly Filter[] {
  const valueOf = (wanted: string): string | undefined => content.asked.find(({ name }) => name === wanted)?.value;
  const label = periodName({ from: valueOf('from'), to: valueOf('to') }, content.days, view);
  if (label === '') return filters;
  return filters.flatMap((filter): readonly Filter[] => {
    if (filter.asked.name === 'from') return [{ ...filter, kind: '', label, isPeriod: true }];
    return filter.asked.name === 'to' ? [] : [filter];
  });
}

/** Maximum chips shown; removing one reveals another. */
const MAX_CHIPS = 40;

/** Active filters, each removable by one click. */
export function chips(filters: readonly Filter[], links: SearchLinks, { messages }: View): Html {
  if (filters.length === 0) return NOTHING;
  const { search } = messages;
  const items = filters.slice(0, MAX_CHIPS).map((filter) => {
    const left = filter.isPeriod === true ? 'period' : filter.asked;
    return html`<li>${leavingOut(left, chipText(filter.kind, filterLabel(filter), messages), 'chip', links)}</li> `;
  });
  const more = filters.length - items.length;
  const others =
    more > 0 ? html`<li class="quiet">${insert(messages.browse.group.more, { count: more })}</li> ` : NOTHING;
  const all =
    filters.length < 2 ? NOTHING : html`<li><a class="chip-all" href="${links.bare}">${search.clear}</a></li> `;
  return html`<div role="group" aria-label="${search.asked}">
    <ul class="chips">
      ${items}${others}${all}
    </ul>
  </div> `;
}

/** Maximum bytes of a name in a filter. */
const LONGEST_LABEL = 120;

export function filterLabel({ label, isOurs }: Filter): Html {
  return isOurs ? html`<bdi>${label}</bdi>` : html`<bdi lang="">${shortened(titleText(label), LONGEST_LABEL)}</bdi>`;
}

/** An active filter, and the address of the page without it. */
export interface Chip {
  /** `Series`; `''` if the label is self-explanatory. */
  readonly kind: string;
  readonly label: string;
  readonly without: string;
}

/** Active filters of a page other than a search, each removable by one click. */
export function chipList(chips: readonly Chip[], messages: Messages): Html {
  if (chips.length === 0) return NOTHING;
  return html`<ul class="chips">
    ${chips.map(
      ({ kind, label, without }) =>
        html`<li>
          <a class="chip" href="${without}">${chipText(kind, html`<bdi lang="">${label}</bdi>`, messages)}</a>
        </li>`,
    )}
  </ul>`;
}

function chipText(kind: string, label: Html, { list }: Messages): Html {
  const ofKind = kind === '' ? NOTHING : html`<span class="quiet">${kind}</span> `;
  return html`<span class="unseen">${list.remove} </span>${ofKind}${label} <span aria-hidden="true">×</span>`;
}

type Label = keyof Messages['search']['attributes'];

/** The parameters of attributes (status, attendance and so on), which the form keeps. */
export const ATTRIBUTE_NAMES: readonly string[] = [
  'status',
  'attendance',
  'has',
  'missing',
  'audience',
  'free',
  'booking_required',
  'evening',
];

const BOOLEANS: Readonly<Record<string, { readonly true: Label; readonly false: Label }>> = {
  free: { true: 'free', false: 'notFree' },
  booking_required: { true: 'booking', false: 'noBooking' },
  evening: { true: 'evening', false: 'daytime' },
};

/** The label of an attribute's value; the value itself if it has none. */
export function attributeLabel(parameter: string, value: string, { attributes }: Messages['search']): string {
  const label = value === 'true' || value === 'false' ? BOOLEANS[parameter]?.[value] : undefined;
  const labels: Readonly<Record<string, string>> = attributes;
  return labels[label ?? value] ?? value;
}
