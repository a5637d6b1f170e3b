import { html, type Html } from '../frame/html.ts';
import type { View } from '../frame/view.ts';
import { suggesting } from './suggesting.ts';

/** Attributes of every form that searches for talks. */
export function formAttributes(view: View): Html {
  const { messages, links } = view;
  const [action = ''] = links.search().split('?', 1);
  return html`class="search-form" role="search" aria-label="${messages.search.form}" action="${action}" method="get"
  ${suggesting(view)}`;
}
