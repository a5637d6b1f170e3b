import type { NamedValue } from '#search/query/request.ts';
import { html, type Html } from '../frame/html.ts';
import type { View } from '../frame/view.ts';

/** A link to where a list is put together for another site. @param asked its query */
export function toOtherSites(asked: readonly NamedValue[], { links, messages }: View): Html {
  const list = asked.filter(({ name }) => name !== 'page');
  return html`<p><a href="${links.embed(list)}">${messages.embed.here}</a></p>`;
}
