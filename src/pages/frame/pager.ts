import { html, NOTHING, type Html } from './html.ts';
import { insert, type Messages } from '../messages.ts';

interface PagerProps {
  /** Page number, from 1; may be past the last page. */
  readonly page: number;
  readonly pages: number;
  /** How many talks of this page come before the requested ones and are not shown; 0 by default. */
  readonly skipped?: number;
  readonly href: (page: number) => string;
  readonly messages: Messages;
}

/** Links to the previous and next page; empty if there is only one. */
export function pager({ page, pages, skipped = 0, href, messages }: PagerProps): Html {
  const { list } = messages;
  // From a page past the end, "previous" leads to the last page that has talks.
  const before = Math.min(skipped > 0 ? page : page - 1, pages);
  if (pages <= 1 && before < 1) return NOTHING;
  return html`<nav class="pager" aria-label="${list.pages}">
    <ul>
      <li>${before >= 1 ? html`<a rel="prev" href="${href(before)}">${list.previous}</a>` : NOTHING}</li>
      <li>${insert(list.page, { page, of: pages })}</li>
      <li>${page < pages ? html`<a rel="next" href="${href(page + 1)}">${list.next}</a>` : NOTHING}</li>
    </ul>
  </nav>`;
}
