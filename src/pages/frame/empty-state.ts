import { html, NOTHING, type Html } from './html.ts';

/** In the place of what there is none of: says so, and where to go from here. */
export function emptyState(title: string, next: Html = NOTHING): Html {
  return html`<div class="empty">
    <p class="empty-title">${title}</p>
    ${next}
  </div>`;
}
