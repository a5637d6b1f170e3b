import { html, NOTHING, type Html } from '../frame/html.ts';
import { insert } from '../messages.ts';
import { personName } from '../lists/person-name.ts';
import type { FoundName } from './search-content.ts';
import type { View } from '../frame/view.ts';
import { theirs } from '../frame/words.ts';
import { titleText } from '../prose/title.ts';

/** Links, above the talks, to records whose names contain the searched words. */
export function foundNames(names: readonly FoundName[], { links, messages }: View): Html {
  const { suggest } = messages.search;
  if (names.length === 0) return NOTHING;
  const items = names.map(({ type, key, name, affiliation, upcoming = 0 }) => {
    const count = upcoming === 0 ? NOTHING : html`, ${insert(suggest.upcoming, { count: upcoming })}`;
    return html`<li>
      <a href="${links[type](key)}" ${theirs(name)}>${titleText(personName(name, affiliation))}</a>
      <span class="quiet">${suggest.kinds[type]}${count}</span>
    </li> `;
  });
  return html`<section class="names" aria-label="${suggest.found}">
    <ul class="found-names">
      ${items}
    </ul>
  </section> `;
}
