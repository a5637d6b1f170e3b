import type { NamedValue } from '#search/query/request.ts';
import { html, type Html } from '../frame/html.ts';
import type { View } from '../frame/view.ts';

/** A link to the page for putting a list on another site. @param asked the query of the list */
export function toOtherSites(asked: readonly NamedValue[], { links, messages }: View): Html {
  const list = asked.filter(({ name }) => name !== 'page');
  return html`<p class="to-other-sites"><a href="${links.embed(list)}">${messages.embed.here}</a></p>`;
}
