import { html, NOTHING, type Html } from './html.ts';

/** Shown in place of an empty list, with links to go on from there. */
export function emptyState(title: string, next: Html = NOTHING): Html {
  return html`<div class="empty">
    <p class="empty-title">${title}</p>
    ${next}
  </div>`;
}
