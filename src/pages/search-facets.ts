import type { Browsed } from '#representations/page-links.js';
import { html, NOTHING, type Html } from './html.js';
import { numberText } from './numbers.js';
import type { FacetGroup, FacetRow } from './search-content.js';
import type { SearchLinks } from './search-links.js';
import type { View } from './view.js';

const BROWSED: Readonly<Record<FacetGroup['group'], Browsed>> = {
  departments: 'departments',
  series: 'series',
  topics: 'topics',
  venues: 'venues',
  speakers: 'people',
};

/** Under a department indented deeper than this, a name has no room. */
const DEEPEST = 5;

/** What the talks that were found have, with how many have it: each value narrows the search by one click. */
export function facets(groups: readonly FacetGroup[], links: SearchLinks, view: View): Html {
  const { search } = view.messages;
  const filled = groups.filter(({ values }) => values.length > 0);
  if (filled.length === 0) return NOTHING;
  return html`<aside class="facets" id="filters" tabindex="-1" aria-labelledby="filters-title">
    <h2 id="filters-title">${search.filters}</h2>
    ${filled.map((group) => facetGroup(group, links, view))}
  </aside> `;
}

function facetGroup({ group, parameter, values }: FacetGroup, links: SearchLinks, view: View): Html {
  const { search } = view.messages;
  return html`<section class="facet">
    <h3>${search.facets[group]}</h3>
    <ul>
      ${values.map((row) => facetRow(row, parameter, links, view))}
    </ul>
    <p><a class="facet-all" href="${view.links.browse(BROWSED[group])}">${search.all[group]}</a></p>
  </section> `;
}

function facetRow(row: FacetRow, parameter: string, links: SearchLinks, { messages, language }: View): Html {
  const { key, name, count, isAsked, depth = 0 } = row;
  const indent = depth === 0 ? NOTHING : html`class="depth-${Math.min(depth, DEEPEST)}"`;
  const written = numberText(count, language);
  if (!isAsked)
    return html`<li ${indent}>
      <a href="${links.with(parameter, key)}"><bdi lang="">${name}</bdi> <span class="count">${written}</span></a>
    </li> `;
  const chosen = html`<span class="unseen"> (${messages.search.chosen})</span>`;
  return html`<li ${indent}>
    <a class="chosen" href="${links.without(parameter, key)}"
      ><bdi lang="">${name}</bdi> <span class="count">${written}</span>${chosen}</a
    >
  </li> `;
}
