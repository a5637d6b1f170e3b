import { encoded } from '#representations/links/links.ts';
import { escapedXml } from '#representations/json/xml-text.ts';
import type { NamedValue } from '#search/query/request.ts';
import { NAME_FACETS } from '#search/query/page-question.ts';
import { html, Html, inOnePiece, NOTHING } from '../frame/html.ts';
import { numberText } from '../frame/language.ts';
import { addingButton, keptValues, leavingOut, type SearchLinks } from './search-links.ts';
import { insert } from '../messages.ts';
import { attributeLabel } from './search-chips.ts';
import type { AttributeRow, FacetGroup, FacetRow, FoundContent, WholeFacet } from './search-content.ts';
import { suggestingToAdd } from './search-form.ts';
import { shortened } from '../frame/words.ts';
import type { View } from '../frame/view.ts';
import { titleText } from '../prose/title.ts';

/** Maximum depth of indentation: deeper ones leave no room for names. */
const DEEPEST = 5;

/** The facets of the results: values with their counts. A click on a value narrows the search to it. */
export function facets(
  { facets: groups, attributes, asked, total }: Pick<FoundContent, 'facets' | 'attributes' | 'asked' | 'total'>,
  links: SearchLinks,
  view: View,
): Html {
  const { search, list } = view.messages;
  const filled = groups.filter(({ values, whole }) => values.length > 0 || whole !== undefined);
  if ((filled.length === 0 && attributes.length === 0) || links.room === 'least') return NOTHING;
  return html`<aside class="facets" id="${FACETS}" tabindex="-1" aria-labelledby="filters-title" popover="auto">
    <h2 id="filters-title">${search.filters}</h2>
    ${attributeGroup(attributes, links, view)}${filled.map((group) => facetGroup(group, asked, links, view))}
    <button type="button" class="primary show-results" popovertarget="${FACETS}" popovertargetaction="hide">
      ${insert(search.showTalks, { talks: list.talks(total) })}
    </button>
  </aside> `;
}

const FACETS = 'filters';

/** The button that opens the facets as a sheet, in windows too narrow to have them beside the results. */
export function facetsButton({ facets: groups, attributes, asked }: FoundContent, view: View): Html {
  if (groups.length === 0) return NOTHING;
  const names = new Set([...groups, ...attributes].map(({ parameter }) => parameter));
  const count = asked.filter(({ name }) => names.has(name)).length;
  const chosen = count === 0 ? NOTHING : html` <span class="count">${count}</span>`;
  return html`<button type="button" class="to-filters" popovertarget="${FACETS}">
    ${view.messages.search.filters}${chosen}
  </button> `;
}

function attributeGroup(rows: readonly AttributeRow[], links: SearchLinks, { messages, language }: View): Html {
  if (rows.length === 0) return NOTHING;
  const { search } = messages;
  const items = rows.map(({ parameter, value, count, isAsked }) => {
    const label = attributeLabel(parameter, value, search);
    const number = numberText(count, language);
    if (!isAsked && links.room === 'ample') {
      const { before, after } = links.more(parameter);
      const href = new Html(before + encoded(value) + after);
      return html`<li>
        <a href="${href}"><bdi>${label}</bdi> <span class="count">${number}</span></a>
      </li> `;
    }
    const what = html`<bdi>${label}</bdi> <span class="count">${number}</span>`;
    if (!isAsked) return html`<li>${addingWithButton({ name: parameter, value }, what)}</li> `;
    const chosen = html`${what}<span class="unseen"> (${search.chosen})</span>`;
    return html`<li>${leavingOut({ name: parameter, value }, chosen, 'chosen', links)}</li> `;
  });
  return html`<section class="facet">
    <h3>${search.kind}</h3>
    <ul>
      ${items}
    </ul>
  </section> `;
}

function addingWithButton({ name, value }: NamedValue, what: Html): Html {
  const { before, after } = addingButton(name);
  return html`${new Html(before + escapedXml(value) + after)}${what}</button>`;
}

function facetGroup(
  { group, parameter, values, hasMore, whole }: FacetGroup,
  asked: readonly NamedValue[],
  links: SearchLinks,
  view: View,
): Html {
  const { search } = view.messages;
  const isLong = links.room !== 'ample';
  const { before, after } = isLong ? addingButton(parameter) : links.more(parameter);
  // A page has fifty values: everything but their links and counts is cached.
  const onTop = inOnePiece(opening(0, before));
  let text = '';
  for (const row of values) {
    if (row.isAsked) text += askedRow(row, parameter, links, view).markup;
    else if (isLong) text += buttonRow(row, { before, after }, view);
    else {
      const { depth = 0 } = row;
      text += (depth === 0 ? onTop : opening(depth, before)) + readyValue(row, after) + closing(row, view);
    }
  }
  const all = hasMore
    ? html`<p><a class="facet-all" href="${links.whole(group)}">${search.all[group]}</a></p>`
    : NOTHING;
  return html`<section class="facet" ${whole === undefined ? NOTHING : html`id="facet-${group}" data-narrow`}>
    <h3>
      ${search.facets[group]}${whole === undefined ? NOTHING : html` <span class="count">${numberText(whole.total, view.language)}</span>`}
    </h3>
    ${whole === undefined ? NOTHING : narrowing({ group, whole, asked }, links, view)}
    <ul>
      ${new Html(text)}
    </ul>
    ${all}${whole === undefined ? NOTHING : wholePager(group, whole, links, view)}
  </section> `;
}

interface Narrowing {
  readonly group: FacetGroup['group'];
  readonly whole: WholeFacet;
  readonly asked: readonly NamedValue[];
}

/**
 * A field to narrow a long list by typing. If the list has several pages, the script narrows only the current page and
 * suggests names of the whole catalogue, and the field is in a form that finds values on all pages. Otherwise the field
 * is hidden until the script shows it.
 */
function narrowing({ group, whole, asked }: Narrowing, links: SearchLinks, view: View): Html {
  const { search } = view.messages;
  const hasForm = links.room === 'ample' && (whole.pages > 1 || whole.find !== '');
  if (hasForm) {
    const kept = [...asked.filter(({ name }) => name !== 'page'), { name: 'all', value: group }];
    const { language, languageInAddress } = view;
    if (languageInAddress) kept.push({ name: 'lang', value: language });
    const [action = ''] = view.links.search().split('?', 1);
    const suggest = suggestingToAdd([NAME_FACETS[group].names], 'all_find', view);
    return html`<form class="field" action="${action}#facet-${group}" method="get" ${suggest}>
      <label for="narrow-${group}">${search.narrowAll}</label>
      <input type="search" id="narrow-${group}" name="all_find" value="${whole.find}" autocomplete="off" />
      <button type="submit">${search.submit}</button>
      ${keptValues(kept, search)}
    </form> `;
  }
  return html`<p class="field" hidden>
    <label for="narrow-${group}">${search.narrow}</label>
    <input type="search" id="narrow-${group}" autocomplete="off" />
  </p> `;
}

function wholePager(
  group: FacetGroup['group'],
  { page, pages, find }: WholeFacet,
  links: SearchLinks,
  { messages: { list, search } }: View,
): Html {
  const to = (there: boolean, target: number, label: string): Html =>
    there ? html`<li><a class="facet-all" href="${links.whole(group, target, find)}">${label}</a></li> ` : NOTHING;
  const all =
    find === '' ? NOTHING : html`<li><a class="facet-all" href="${links.whole(group)}">${search.all[group]}</a></li> `;
  return html`<ul class="choices facet-pages">
    ${to(page > 1, page - 1, list.previous)}${pages > 1 ? html`<li>${insert(list.page, { page, of: pages })}</li> ` : NOTHING}${to(page < pages, page + 1, list.next)}${all}
    <li><a class="facet-all" href="${links.page(1)}#filters">${search.fewer}</a></li>
  </ul> `;
}

function askedRow(row: FacetRow, parameter: string, links: SearchLinks, { messages, language }: View): Html {
  const chosen = html`<span class="unseen"> (${messages.search.chosen})</span>`;
  const count = html`<span class="count">${numberText(row.count, language)}</span>`;
  const what = html`<bdi lang="">${shortened(titleText(row.name), LONGEST_NAME)}</bdi> ${count}${chosen}`;
  return html`<li ${indent(row.depth)}>${leavingOut({ name: parameter, value: row.key }, what, 'chosen', links)}</li> `;
}

/** @param button as from addingButton */
function buttonRow(row: FacetRow, button: ReturnType<typeof addingButton>, { language }: View): string {
  const name = escapedXml(shortened(titleText(row.name), LONGEST_NAME));
  const opening = `<li ${indent(row.depth).markup}>${button.before}${escapedXml(row.key)}${button.after}`;
  return `${opening}<bdi lang="">${name}</bdi> <span class="count">${numberText(row.count, language)}</span></button></li> `;
}

/** Maximum bytes of a name: a page has fifty of them. */
const LONGEST_NAME = 100;

/** @param before the part of the link before the value */
function opening(depth: number, before: string): string {
  return `<li ${indent(depth).markup}>\n<a href="${before}`;
}

function closing({ count }: FacetRow, { language }: View): string {
  return `${numberText(count, language)}</span></a>\n</li> `;
}

function indent(depth = 0): Html {
  return depth === 0 ? NOTHING : html`class="depth-${Math.min(depth, DEEPEST)}"`;
}

interface ReadyValue {
  readonly name: string;
  readonly markup: string;
}

/** Maximum cached values: more than a catalogue shows frequently; some hundred bytes each, per language. */
const MAX_READY = 5_000;

/** Cached values by the part of the link after the value, then by key. */
const ready = new Map<string, Map<string, ReadyValue>>();

/** The value in its link, the rest of the link, and the value's name. */
function readyValue({ key, name }: FacetRow, after: string): string {
  let values = ready.get(after);
  if (values === undefined) ready.set(after, (values = new Map<string, ReadyValue>()));
  const known = values.get(key);
  if (known?.name === name) return known.markup;
  if (values.size >= MAX_READY) values.clear();
  const shown = escapedXml(shortened(titleText(name), LONGEST_NAME));
  const markup = inOnePiece(`${encoded(key)}${after}"><bdi lang="">${shown}</bdi> <span class="count">`);
  values.set(key, { name, markup });
  return markup;
}
