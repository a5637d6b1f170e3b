import { html, type Html } from '../frame/html.ts';
import { pathLinks } from '#representations/links/links.ts';
import { KINDS, type Kind } from '#search/query/value-forms.ts';
import type { View } from '../frame/view.ts';

const attributes = new WeakMap<View['messages'], { readonly base: string; readonly of: Html }>();

/** Attributes of the form that the script needs to suggest names below a search field. */
export function suggesting({ messages, publication }: View): Html {
  const known = attributes.get(messages);
  if (known?.base === publication.baseUrl) return known.of;
  const of = html`data-suggest="${pathLinks(publication).suggest}" data-labels="${suggestLabels(messages)}"`;
  attributes.set(messages, { base: publication.baseUrl, of });
  return of;
}

/**
 * Attributes of a form to which the script adds a name that is chosen from suggestions.
 *
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
