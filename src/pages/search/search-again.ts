import type { NamedValue } from '#search/query/request.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { keptValues } from './search-kept.ts';
import type { SearchLinks } from './search-links.ts';
import type { View } from '../frame/view.ts';

/** The form that asks the same again: buttons all over the page add a value to it, or leave one out. */
const AGAIN = 'again';

/** The question as it stands, for a page whose links would be too long; nothing where they are not. */
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

/** Asks the same but for one value: a link, or a button that says no more than that value. @param kind a class, `''` for none */
export function leavingOut({ name, value }: NamedValue, what: Html, kind: string, links: SearchLinks): Html {
  const ofKind = kind === '' ? NOTHING : html`class="${kind}"`;
  return links.room !== 'ample'
    ? html`<button type="submit" form="${AGAIN}" ${ofKind} name="without" value="${name}=${value}">${what}</button>`
    : html`<a ${ofKind} href="${links.without(name, value)}">${what}</a>`;
}

/** What stands before the value, and behind it, in a button that asks the same with one value more. */
export function addingButton(name: string): { readonly before: string; readonly after: string } {
  return { before: html`<button type="submit" form="${AGAIN}" name="${name}" value="`.markup, after: '">' };
}
