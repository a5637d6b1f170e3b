import { WITHOUT_DAYS } from '#search/query/page-question.ts';
import type { NamedValue } from '#search/query/request.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { keptValues } from './search-kept.ts';
import type { SearchLinks } from './search-links.ts';
import type { View } from '../frame/view.ts';

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
